/** Where a yes is kept and written down: the real files of a state directory, with a person of the test before them. */
import type { Host } from '../../src/cli/host.ts';
import { recordAudit } from '../../src/platform/audit-log.ts';
import { keepApproval, openDesk, readQuestion, withdrawApproval } from '../../src/platform/confirmations.ts';

export function approvalsIn(state: string, askPerson: Host['approvals']['askPerson']): Host['approvals'] {
  const environment = { CAP_STATE_DIR: state };
  return {
    open: () => openDesk(environment, 'linux'),
    question: (nonce) => readQuestion(environment, 'linux', nonce),
    keep: (nonce, mark) => keepApproval(environment, 'linux', nonce, mark),
    withdraw: (nonce) => withdrawApproval(environment, 'linux', nonce),
    record: (facts) => recordAudit(facts, { environment, platform: 'linux' }),
    askPerson,
  };
}
