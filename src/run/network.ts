/**
 * What network_policy comes to on this machine: shut off, not shut off and why, or not meant to be. Nothing is passed over
 * in silence: the plan, the evidence and the audit say it, and policy may refuse what is not enforced.
 */
import type { Capability, NetworkPolicy } from '../capability/capability.ts';
import type { NetworkGate, RunPorts } from './ports.ts';

/** What is told of it. */
export type Network = {
  readonly policy: NetworkPolicy;
  readonly state: 'enforced' | 'unenforced' | 'unrestricted';
  /** How, or why not; one sentence. */
  readonly how: string;
};

/** `gate`: what the process is started through, where it is shut off. */
export type NetworkFound = { readonly network: Network; readonly gate?: Extract<NetworkGate, { kind: 'gate' }> };

export async function findNetwork(capability: Capability, ports: Pick<RunPorts, 'networkGate'>): Promise<NetworkFound> {
  const { networkPolicy: policy, handler, hostView = [] } = capability;
  const told = (state: Network['state'], how: string): NetworkFound => ({ network: { policy, state, how } });
  if (policy === 'outbound') return told('unrestricted', 'The manifest declares that it goes out.');
  if (policy === 'loopback') {
    return handler?.kind === 'http'
      ? told('enforced', 'The request is only made to an address of this machine.')
      : told('unenforced', 'A process can be shut off from the network as a whole only, this machine included.');
  }
  if (hostView.includes('network')) {
    return told(
      'unenforced',
      'It looks at the network of this machine, which it would not see from where it is shut off.',
    );
  }
  const gate = await ports.networkGate();
  if (gate.kind === 'none') return told('unenforced', gate.why);
  if (gate.ownUsers && hostView.length > 0) {
    const seen = hostView.map((view) => WORDS[view]).join(' and ');
    return told('unenforced', `It looks at ${seen}, which only root can let it see from where it is shut off.`);
  }
  if (gate.leaves !== undefined) return { ...told('unenforced', gate.leaves), gate };
  if (gate.looking !== undefined && hostView.includes('processes')) {
    const looking = { ...gate, argv: gate.looking };
    // Our own tools only look; what others wrote may do what root may.
    if (handler?.kind === 'builtin') return { ...told('enforced', ALONE), gate: looking };
    const how =
      'It starts without a network, but as root it looks into other processes, and could have one go out for it.';
    return { ...told('unenforced', how), gate: looking };
  }
  return { ...told('enforced', ALONE), gate };
}

const ALONE = 'It runs in a network namespace of its own, without any way out.';

const WORDS = {
  network: 'the network of this machine',
  processes: 'what other processes have open',
  identities: 'who owns files, or changes the user',
} as const;
