/** How a model is to write its plan. */
export const planFormat = `When you are done, end your answer with exactly one JSON object, the plan, and nothing after it. Print no other JSON object
that looks like it. A plan has at least one step; if nothing can be planned, give no steps, and say why in "title". Paths
are relative to the repository. A step runs after the steps that "dependsOn" names, and only if they succeeded. Use only
the kinds of action in this example. "content" is always the whole file, including its last newline.

{
  "schemaVersion": 1,
  "title": "what the plan does, in one line",
  "steps": [
    {
      "stepId": 1,
      "description": "what this step does, in one line",
      "action": { "type": "create_file", "path": "src/new.py", "content": "A = 1\\n", "encoding": "utf8" },
      "dependsOn": [],
      "rollbackOnFail": true
    },
    {
      "stepId": 2,
      "description": "use it",
      "action": { "type": "modify_file", "path": "src/old.py", "content": "from new import A\\n", "encoding": "utf8" },
      "dependsOn": [1],
      "rollbackOnFail": true
    },
    {
      "stepId": 3,
      "description": "delete the unused file",
      "action": { "type": "delete_file", "path": "src/unused.py" },
      "dependsOn": [2],
      "rollbackOnFail": true
    },
    {
      "stepId": 4,
      "description": "sort the imports",
      "action": {
        "type": "run_command",
        "argv": ["ruff", "check", "--fix", "src/old.py"],
        "cwd": ".",
        "env": {},
        "idempotent": true,
        "successCodes": [0]
      },
      "dependsOn": [2],
      "rollbackOnFail": true
    }
  ]
}`;
