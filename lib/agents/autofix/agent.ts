import type { FixCommand, FixingAgent, FixPlan, FixTask } from '../contract.ts';

/** The engine of the task repairs what it can by itself: no model and no cost. */
export const autofix: FixingAgent = {
  kind: 'fixes',
  id: 'autofix',
  title: 'Repair by the engine itself',
  plan: planFixes,
};

function planFixes({ engine, commands }: FixTask): FixPlan {
  if (commands.length === 0) {
    return { kind: 'unable', reason: `${engine} cannot repair by itself.` };
  }
  return {
    kind: 'plan',
    plan: {
      schemaVersion: 1,
      title: `Let ${engine} repair what it can`,
      steps: commands.map((command, stepId) => fixStep(engine, command, stepId)),
    },
  };
}

// Its commands change files that they need not name, so none runs beside another.
function fixStep(engine: string, { argv, cwd, env, successCodes }: FixCommand, stepId: number) {
  return {
    stepId,
    description: `${engine} repairs what it can in ${cwd}`,
    action: {
      type: 'run_command' as const,
      argv: [...argv],
      cwd,
      env: { ...env },
      idempotent: true,
      successCodes: [...successCodes],
    },
    dependsOn: stepId === 0 ? [] : [stepId - 1],
    rollbackOnFail: false,
  };
}
