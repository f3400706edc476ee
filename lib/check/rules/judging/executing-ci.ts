import type { ExecutingFiles } from './executing-row.ts';

/** What systems of continuous integration, and programs that act on repositories, execute or obey once it is pushed. */
export const executedByCi: readonly ExecutingFiles[] = [
  ofCi('GitHub Actions', '.github/{workflows,actions,scripts}/**', '**/action.{yml,yaml}'),
  ofCi('Dependabot', '.github/dependabot.{yml,yaml}'),
  ofCi('Renovate', '**/renovate.{json,json5}', '**/.renovaterc{,.json,.json5}'),
  ofCi('Gitea or Forgejo Actions', '.{gitea,forgejo}/{workflows,actions,scripts}/**'),
  ofCi('CircleCI', '.circleci/**', 'circle.yml'),
  ofCi('GitLab CI', '**/.gitlab-ci.{yml,yaml}', '.gitlab-ci/**', '.gitlab/ci/**', '.gitlab/*.yml'),
  ofCi('Jenkins', '**/Jenkinsfile{,.*,-*}', '**/*.jenkinsfile', '.jenkins/**', 'jenkins/**'),
  ofCi(
    'Azure Pipelines',
    '**/{,.}azure-pipelines{,.*,-*}.{yml,yaml}',
    '{.azure-pipelines,azure-pipelines,.azuredevops,.pipelines}/**',
    '.vsts-ci.yml',
  ),
  ofCi('Buildkite', '.buildkite/**', 'buildkite.{yml,yaml,json}'),
  ofCi('Travis CI', '**/.travis.{yml,yaml}', '.travis/**'),
  ofCi('Drone', '**/.drone.{yml,yaml,jsonnet,star}', '.drone/**'),
  ofCi('Woodpecker', '.woodpecker/**', '.woodpecker.{yml,yaml}'),
  ofCi('Bitbucket Pipelines', 'bitbucket-pipelines.{yml,yaml}', '.bitbucket/**'),
  ofCi('AppVeyor', '{,.}appveyor.{yml,yaml}', '.appveyor/**'),
  ofCi('Tekton', '.tekton/**', 'tekton/**'),
  ofCi('Prow', '.prow/**', '.prow.{yml,yaml}', '.ci-operator.{yml,yaml}'),
  ofCi('Cirrus CI', '.cirrus.{yml,yaml,star}', '.cirrus/**'),
  ofCi('Semaphore', '.semaphore/**'),
  ofCi('TeamCity', '.teamcity/**'),
  ofCi('Codefresh', 'codefresh.{yml,yaml}', '.codefresh/**'),
  ofCi('Google Cloud Build', '**/cloudbuild{,.*,-*}.{yml,yaml,json}', '.cloudbuild/**'),
  ofCi('AWS CodeBuild', '**/{buildspec,appspec}{,.*,-*,_*}.{yml,yaml}', '.codebuild/**'),
  ofCi('builds.sr.ht', '.build.{yml,yaml}', '.builds/**'),
  ofCi(
    'Packit, Zuul or Evergreen',
    '.packit.{yml,yaml}',
    '{,.}zuul.{yml,yaml}',
    '{.zuul.d,zuul.d}/**',
  ),
  ofCi('Earthly or Dagger', '**/Earthfile', '**/dagger.json', '.dagger/**'),
  ofCi(
    'deployments',
    'vercel.json',
    'netlify.toml',
    'fly.toml',
    'render.{yml,yaml}',
    '**/Procfile',
  ),
  ofCi(
    'Mergify or another merge queue',
    '.mergify.{yml,yaml}',
    '.mergify/**',
    '.github/mergify.yml',
  ),
  ofCi('scripts of CI', '{.ci,ci}/**', '.github/*.{sh,py,js,mjs,cjs,ts,rb,ps1}'),
];

function ofCi(by: string, ...globs: readonly string[]): ExecutingFiles {
  return { by, class: 'workflow', judges: 'mentioned', globs };
}
