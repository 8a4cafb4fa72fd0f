/** The forms that a setting has (settings.ts). */
import { defineInt, defineSecret, defineString } from 'firebase-functions/params';

export const text = (name: string, standard: string, description: string) =>
  defineString(name, { default: standard, description });
export const number = (name: string, standard: number, description: string) =>
  defineInt(name, { default: standard, description });
export const secret = (name: string, description: string) => defineSecret(name, { description });
