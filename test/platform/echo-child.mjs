// Tells what it was given: argv, environment, directory and stdin, as one JSON document.
let stdin = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) stdin += chunk;
process.stdout.write(
  JSON.stringify({
    argv: process.argv.slice(2),
    environment: process.env,
    cwd: process.cwd(),
    stdin,
    argv0: process.argv0,
  }),
);
