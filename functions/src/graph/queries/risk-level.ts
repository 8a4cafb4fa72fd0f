/** McCabe numbers in words. */
import { z } from 'zod';

export const riskLevelSchema = z.enum(['low', 'medium', 'high', 'critical']);

export type RiskLevel = z.infer<typeof riskLevelSchema>;

export function riskLevelOf(complexity: number): RiskLevel {
  if (complexity <= 5) return 'low';
  if (complexity <= 10) return 'medium';
  return complexity <= 20 ? 'high' : 'critical';
}
