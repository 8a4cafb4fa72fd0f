/**
 * The one firebase-admin app of a process. Its project and credentials come from the platform (or from the emulators'
 * variables, which firebase-admin reads itself); the store and the identity adapter share it.
 */
import { getApps, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';

/** `projectId` is needed only outside Cloud Functions, where nothing announces the project. */
export function firebaseApp(projectId?: string): App {
  return getApps()[0] ?? initializeApp(projectId === undefined ? undefined : { projectId });
}
