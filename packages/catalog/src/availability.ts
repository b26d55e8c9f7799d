/** Whether what a tool needs, such as an external service, is configured in this deployment. */
export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };
