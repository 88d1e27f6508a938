// Every positive output under the Khronos validator: no errors, and exactly the warnings that the
// manifest allows for the case, which is none for almost all of them.
import { checkAll, fromArguments } from './suite.mjs';

const ERROR = 0;
const WARNING = 1;

const { require, cases, bytesOf } = fromArguments();
const validator = require('gltf-validator');

await checkAll(cases, async (test) => {
  const report = await validator.validateBytes(bytesOf(test), { maxIssues: 0 });
  const serious = report.issues.messages.filter((message) => message.severity <= WARNING);
  const errors = serious.filter((message) => message.severity === ERROR);
  const allowed = test.allowed_warnings ?? [];
  const unexpected = serious.find((message) => message.severity === WARNING && !allowed.includes(message.code));
  const first = errors[0] ?? unexpected;
  if (first) return `${first.code} at ${first.pointer}: ${first.message}`;
  const absent = allowed.find((code) => !serious.some((message) => message.code === code));
  if (absent) return `the manifest allows ${absent}, which does not occur`;
  return undefined;
});
