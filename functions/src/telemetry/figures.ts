/**
 * Every figure that the service sends, declared once. Their attributes are few-valued: routes, queues, kinds, outcomes,
 * models. Names are those of OpenTelemetry's conventions where these have one
 * (opentelemetry.io/docs/specs/semconv/http/http-metrics); what is ours begins with `reviewgraph.`. Google Cloud Monitoring
 * shows `reviewgraph.jobs` as the PromQL name of the same spelling.
 */
import type { Figure } from '../ports-telemetry.ts';

const counter = (name: string, unit: string, description: string): Figure => ({
  ...{ kind: 'counter', name, unit, description },
});
const histogram = (name: string, description: string): Figure => ({
  ...{ kind: 'histogram', name, unit: 's', description },
});

export const FIGURES = {
  requestDuration: histogram('http.server.request.duration', 'answering a request, by route and status'),
  tasksMade: counter('reviewgraph.tasks.made', '{task}', 'tasks given to a queue, by queue and outcome'),
  taskWait: histogram('reviewgraph.task.wait', 'from when a task was due to when a worker began, by queue'),
  taskDuration: histogram('reviewgraph.task.duration', 'work on a task, by queue and outcome'),
  triggerDuration: histogram(
    'reviewgraph.trigger.duration',
    'a schedule’s or document’s work, by function and outcome',
  ),
  jobs: counter('reviewgraph.jobs', '{job}', 'jobs that ended, by kind and status'),
  jobDuration: histogram('reviewgraph.job.duration', 'from asking for a job to its end, by kind and status'),
  reviews: counter('reviewgraph.reviews', '{review}', 'review runs that ended, by command, mode, status and cause'),
  reviewDuration: histogram('reviewgraph.review.duration', 'from asking for a review to its end, by mode and status'),
  modelDuration: histogram('gen_ai.client.operation.duration', 'questions to models, by model, operation and outcome'),
  tokens: counter('reviewgraph.model.tokens', '{token}', 'tokens that models read and wrote, by model and direction'),
  cost: counter('reviewgraph.model.cost', 'USD', 'what these cost at the prices of MODEL_PRICES, by model'),
} as const;
