import type { Identity } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { counted } from '../format/numbers.ts';
import { h } from './dom.ts';

const LABELS_SHOWN = 6;
/** The number of characters of a container ID that container tools print. */
export const CONTAINER_SHOWN = 12;

/** The identity of the run and service in one line; null when unknown. */
export function identityLine(identity: Identity | null | undefined): HTMLElement | null {
  const parts = identity ? identityParts(identity) : [];
  return parts.length === 0 ? null : h('p', { class: 'identity' }, parts.join(' · '));
}

/** The known parts of an identity as phrases. The coverage has container and labels in full. */
export function identityParts({ service, version, host, container, processors, memory_limit_bytes: limit, labels }: Identity): string[] {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}=${value ?? 'unknown'}`);
  const more = pairs.length - LABELS_SHOWN;
  return [
    service ? [service, version].filter(Boolean).join(' ') : version ? `version ${version}` : '',
    host ? `host ${host}` : '',
    container ? `container ${container.slice(0, CONTAINER_SHOWN)}` : '',
    typeof processors === 'number' ? counted(processors, 'processor') : '',
    typeof limit === 'number' ? `memory limit ${bytes(limit)}` : '',
    ...pairs.slice(0, LABELS_SHOWN),
    more > 0 ? counted(more, 'more label') : '',
  ].filter((part) => part !== '');
}
