/**
 * The one firebase-admin app of a process. Its project and credentials come from the platform (or from the emulators'
 * variables, which firebase-admin reads itself); the store and the identity adapter share it. It has a name of its own:
 * the functions SDK makes an app for its triggers, and opens Firestore on it with options that are not ours.
 */
import { getApps, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';

const NAME = 'reviewgraph';

/** `projectId` is needed only outside Cloud Functions, where nothing announces the project. */
export function firebaseApp(projectId?: string): App {
  const made = getApps().find((app) => app.name === NAME);
  return made ?? initializeApp(projectId === undefined ? undefined : { projectId }, NAME);
}
