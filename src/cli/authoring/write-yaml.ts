/** A manifest as YAML text for people: the line that an editor looks for, short things on one line, one thing a line else. */
import { Document, isCollection, isMap, visit } from 'yaml';
import type { JsonObject } from '../../capability/capability.ts';

/** Characters that a collection may take on one line. */
const FLOW = 90;

/** `schema` is the path to the JSON Schema of manifests, from where the file stands. */
export function manifestText(manifest: JsonObject, schema: string): string {
  const document = new Document(manifest);
  visit(document, {
    Collection(key, node) {
      if (key === null || !isCollection(node)) return undefined;
      const size = JSON.stringify(node.toJSON()).length;
      // The schema of the arguments stays open: it is what an author will go on with.
      if (size <= FLOW && !(isMap(node) && node.has('additionalProperties'))) node.flow = true;
      return node.flow ? visit.SKIP : undefined;
    },
  });
  return `# yaml-language-server: $schema=${schema}\n${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`;
}
