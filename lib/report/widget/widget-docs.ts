/** What the console shows to the person who puts the widget on another dashboard. */
export const widgetDocs = `## Pull requests

Shows what Ratchetr watches: how each pull request stands, what was decided last and why. A click shows the log and the
runs of one, and the report of a run. Nothing can be changed here.

### Parameters

| parameter | what it does |
| --- | --- |
| \`workspace\` | shows one pull request first, by its id as \`ratchetr status --json\` tells it |
| \`run\` | shows the report of one run first |
`;
