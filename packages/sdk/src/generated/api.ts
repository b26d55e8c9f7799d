/** Generated from the OpenAPI document; do not edit. The resources of the API, and all of its error codes. */
export interface components {
    schemas: {
        /** @description The version to activate, which may be an earlier one. */
        ActivateRequest: {
            /**
             * Format: int32
             * @description The version number, from 1.
             */
            version: number;
        };
        /** @description An error of `activateTemplate`. */
        ActivateTemplateError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ActivateTemplateErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ActivateTemplateErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ActivateTemplateErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ActivateTemplateErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "NOT_FOUND" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `appendToUpload`. */
        AppendToUploadError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["AppendToUploadErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["AppendToUploadErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        AppendToUploadErrorMessage: "upload_not_found" | "tus_version_unsupported" | "file_content_mismatch" | "storage_quota_reached" | "upload_offset_conflict" | "upload_too_large" | "upload_media_type" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        AppendToUploadErrorStatus: "NOT_FOUND" | "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "ABORTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An empty object. */
        ArchiveRequest: Record<string, never>;
        /** @description An error of `archiveTemplate`. */
        ArchiveTemplateError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ArchiveTemplateErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ArchiveTemplateErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ArchiveTemplateErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ArchiveTemplateErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "NOT_FOUND" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Executions that were accepted together. `chargedMicros` is the sum charged so far for those that have ended. `finishedAt` is when the last execution ended; null while one is open. */
        Batch: {
            /** @description Identifies the batch in later requests. */
            id: components["schemas"]["BatchId"];
            /** @description The tool or template of all executions. */
            tool: components["schemas"]["ToolName"];
            /** @description The price table that applies to all executions until they end. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description The number of executions in the batch.
             */
            executionCount: number;
            /** @description What the batch costs at least if all executions succeed, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The most that the batch can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Whether the batch was cancelled as a whole. */
            cancelRequested: boolean;
            /** @description When the batch was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The number of executions in each status. */
            counts: components["schemas"]["BatchCounts"];
            /** @description Charged so far for executions that have ended, in micro-units of USD. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the last execution ended; null while one is open. */
            finishedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description The number of executions by status. The counts add up to `executionCount`. */
        BatchCounts: {
            /**
             * Format: int32
             * @description Executions that are `queued`.
             */
            queued: number;
            /**
             * Format: int32
             * @description Executions that are `running`.
             */
            running: number;
            /**
             * Format: int32
             * @description Executions that are `needs_review`.
             */
            needsReview: number;
            /**
             * Format: int32
             * @description Executions that are `succeeded`.
             */
            succeeded: number;
            /**
             * Format: int32
             * @description Executions that are `failed`.
             */
            failed: number;
            /**
             * Format: int32
             * @description Executions that are `cancelled`.
             */
            cancelled: number;
        };
        /** @description Opaque and unguessable; identifies a batch. */
        BatchId: string;
        /** @description The input of one execution. */
        BatchItem: {
            /** @description The input of the tool, valid for the tool's `inputSchema`. */
            arguments: components["schemas"]["JsonObject"];
        };
        /** @description The least and the most that one execution can cost. */
        BatchItemQuote: {
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /** @description The least that a success of this execution costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The most that this execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
        };
        /** @description A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page. */
        BatchList: {
            /** @description The batches of this page, newest first. */
            batches: components["schemas"]["BatchSummary"][];
            /** @description Pass it as `before` for the next page; null on the last page. */
            nextBefore: components["schemas"]["BatchId"] | null;
        };
        BatchListResponse: {
            /** @description A page, newest first. */
            data: components["schemas"]["BatchList"];
        };
        /** @description The most that the executions can cost together and, in the order of the request, each of them. */
        BatchQuote: {
            /** @description The quoted tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description Send it with the batch: a price change since the quote is refused. */
            priceVersion: components["schemas"]["QuotedPriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The sum of the minimum charges, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The sum of the maximum charges, in micro-units of USD. Send it with the batch. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The quote of each execution, in the order of the request. */
            items: components["schemas"]["BatchItemQuote"][];
            /** @description Errors that would refuse the execution now; empty if none would. */
            blockers: components["schemas"]["Blocker"][];
        };
        /** @description A tool and the inputs to quote. */
        BatchQuoteRequest: {
            /** @description The name of a tool, or `@` followed by the name of a template: `@thumbs` for its active version, `@thumbs:3` for version 3. */
            tool: string;
            /** @description The inputs; each becomes one execution. */
            items: components["schemas"]["BatchItem"][];
        };
        BatchQuoteResponse: {
            /** @description The most that the executions can cost together and, in the order of the request, each of them. */
            data: components["schemas"]["BatchQuote"];
        };
        /** @description The quoted tool and inputs, the price version of the quote, and the maximum charge for the whole batch. */
        BatchRequest: {
            /** @description The name of a tool, or `@` followed by the name of a template: `@thumbs` for its active version, `@thumbs:3` for version 3. */
            tool: string;
            /** @description The inputs; each becomes one execution. */
            items: components["schemas"]["BatchItem"][];
            /** @description The price version of the quote. */
            priceVersion: string;
            /** @description The `maximumChargeMicros` of the quote, in micro-units of USD: held when the batch is accepted. */
            maximumChargeMicros: components["schemas"]["Micros"];
        };
        BatchResponse: {
            /** @description Executions that were accepted together. */
            data: components["schemas"]["Batch"];
        };
        /** @description A batch in a list. */
        BatchSummary: {
            /** @description Identifies the batch in later requests. */
            id: components["schemas"]["BatchId"];
            /** @description The tool or template of all executions. */
            tool: components["schemas"]["ToolName"];
            /** @description The price table that applies to all executions until they end. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description The number of executions in the batch.
             */
            executionCount: number;
            /** @description What the batch costs at least if all executions succeed, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The most that the batch can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Whether the batch was cancelled as a whole. */
            cancelRequested: boolean;
            /** @description When the batch was accepted. */
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A line of the bill. `step` is null for the line that raises an execution of several steps to its minimum charge. */
        BillingLine: {
            /** @description The index of the billed step; null for the line that raises the bill to its minimum. */
            step: number | null;
            /** @description The billed work, in words. */
            description: string;
            /** @description What `quantity` counts. */
            unit: components["schemas"]["Unit"];
            /**
             * Format: int64
             * @description The number of units.
             */
            quantity: number;
            /** @description The amount of this line, in micro-units of USD. */
            amountMicros: components["schemas"]["Micros"];
        };
        /**
         * @description An error that would refuse the execution now.
         *     - `platform_api_key_scope_required`: Use a key that has the scope of this endpoint.
         *     - `project_permission_required`: The role of the caller or of the key's owner does not allow this, or the project's execution is switched off.
         *     - `tool_unavailable`: The external service of this tool is not configured in this deployment.
         *     - `tool_temporarily_unavailable`: A service that this tool needs is failing. Try again later.
         *     - `execution_disabled`: Execution is switched off. Try again later.
         *     - `monthly_cap_reached`: Raise the monthly cap, or wait for the next calendar month in UTC; see details.
         *     - `insufficient_balance`: Add funds to the project; see details.
         * @enum {string}
         */
        Blocker: "platform_api_key_scope_required" | "project_permission_required" | "tool_unavailable" | "tool_temporarily_unavailable" | "execution_disabled" | "monthly_cap_reached" | "insufficient_balance";
        /** @description An error of `callMcp`. */
        CallMcpError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CallMcpErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CallMcpErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CallMcpErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "invalid_api_key" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CallMcpErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `cancelBatch`. */
        CancelBatchError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CancelBatchErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CancelBatchErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CancelBatchErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "batch_not_found" | "execution_cancel_forbidden" | "project_permission_required" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CancelBatchErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "PERMISSION_DENIED" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `cancelExecution`. */
        CancelExecutionError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CancelExecutionErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CancelExecutionErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CancelExecutionErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "execution_not_found" | "execution_already_finished" | "execution_cancel_forbidden" | "project_permission_required" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CancelExecutionErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "FAILED_PRECONDITION" | "PERMISSION_DENIED" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An empty object. */
        CancelRequest: Record<string, never>;
        /** @description Execution with the status `cancelled`. */
        CancelledExecution: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `cancelled`: stopped by a cancel request or by the `Cancel-After` time limit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "cancelled";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The final charge, in micro-units of USD. The rest of the hold was released. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution; null before that. */
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description When the execution ended. */
            finishedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
            billing: components["schemas"]["BillingLine"][];
            /** @description The results so far; complete once the execution has succeeded. */
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary with the status `cancelled`. */
        CancelledExecutionSummary: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `cancelled`: stopped by a cancel request or by the `Cancel-After` time limit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "cancelled";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The final charge, in micro-units of USD. The rest of the hold was released. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution; null before that. */
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description When the execution ended. */
            finishedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description All tools, with prices of one price version. */
        Catalog: {
            /** @description The price table and own tools of all prices in the catalog. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description Whether the platform accepts executions now. The switch of a project is a blocker of its quotes. */
            executionEnabled: boolean;
            /** @description The tools of this deployment, then the templates of the project. */
            tools: components["schemas"]["Tool"][];
        };
        /** @description All tools, each with the fields that the query parameter `fields` lists. */
        CatalogExcerpt: {
            /** @description The price table and own tools of all prices in the catalog. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description Whether the platform accepts executions now. The switch of a project is a blocker of its quotes. */
            executionEnabled: boolean;
            /** @description The same tools in the same order, with the listed fields. */
            tools: components["schemas"]["ToolExcerpt"][];
        };
        /** @description The whole catalog; with the query parameter `fields`, an excerpt. */
        CatalogOrExcerpt: components["schemas"]["Catalog"] | components["schemas"]["CatalogExcerpt"];
        CatalogOrExcerptResponse: {
            /** @description The whole catalog; with the query parameter `fields`, an excerpt. */
            data: components["schemas"]["CatalogOrExcerpt"];
        };
        /**
         * @description The kind of tool.
         *     - `image`: creates or analyses images
         *     - `audio`: creates or analyses audio
         *     - `video`: creates or analyses video
         *     - `pipeline`: runs other tools one after the other
         *     - `development`: for testing a client; listed only on request
         * @enum {string}
         */
        Category: "image" | "audio" | "video" | "pipeline" | "development";
        /** @description A run, or none. */
        Claim: {
            /** @description Null: there was no run. Ask again. */
            run: components["schemas"]["ClaimedRun"] | null;
        };
        /** @description How long to wait for a run. */
        ClaimRequest: {
            /**
             * Format: int32
             * @description The response comes with a run, or after this time. Default 20.
             */
            waitSeconds?: number;
        };
        ClaimResponse: {
            /** @description A run, or none. */
            data: components["schemas"]["Claim"];
        };
        /** @description An error of `claimRun`. */
        ClaimRunError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ClaimRunErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ClaimRunErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ClaimRunErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "invalid_request" | "invalid_runner_key" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ClaimRunErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description A run to work on. */
        ClaimedRun: {
            /** @description Names the run for ever. It comes again if the run is given to a later claim. */
            token: string;
            /** @description Names this claim of the run: each report has it. */
            lease: string;
            /**
             * Format: int32
             * @description The run may be given away this many seconds after the claim or the last report.
             */
            leaseSeconds: number;
            /** @description The body of `PUT` of the runner protocol: arguments, files and limits of the run. */
            start: components["schemas"]["JsonObject"];
        };
        /** @description The arguments, result and artifacts were deleted. The charge and its bill remain. Repeating the request still returns the execution. */
        ContentDeleted: {
            /** @description When the content was deleted. */
            at: components["schemas"]["Timestamp"];
            /** @description The kind of actor that deleted the content. */
            by: components["schemas"]["ContentDeletedBy"];
        };
        /**
         * @description The kind of actor that deleted the content.
         *     - `member`: a member of the project
         *     - `operator`: an operator of the platform
         *     - `retention`: the service, at the end of the retention period that the project has set
         * @enum {string}
         */
        ContentDeletedBy: "member" | "operator" | "retention";
        /** @description An error of `createBatch`. */
        CreateBatchError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateBatchErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateBatchErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateBatchErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "tool_not_found" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "idempotency_key_required" | "idempotency_key_invalid" | "idempotency_key_conflict" | "price_version_mismatch" | "maximum_charge_too_low" | "tool_unavailable" | "tool_temporarily_unavailable" | "execution_disabled" | "project_permission_required" | "monthly_cap_reached" | "insufficient_balance" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateBatchErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "ALREADY_EXISTS" | "FAILED_PRECONDITION" | "UNAVAILABLE" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL";
        /** @description An error of `createBatchQuote`. */
        CreateBatchQuoteError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateBatchQuoteErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateBatchQuoteErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateBatchQuoteErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "tool_not_found" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateBatchQuoteErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `createEventUrl`. */
        CreateEventUrlError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateEventUrlErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateEventUrlErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateEventUrlErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "execution_not_found" | "batch_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateEventUrlErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `createExecution`. */
        CreateExecutionError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateExecutionErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateExecutionErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateExecutionErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "idempotency_key_required" | "idempotency_key_invalid" | "idempotency_key_conflict" | "tool_not_found" | "tool_mismatch" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "price_version_mismatch" | "maximum_charge_too_low" | "tool_unavailable" | "tool_temporarily_unavailable" | "execution_disabled" | "project_permission_required" | "monthly_cap_reached" | "insufficient_balance" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateExecutionErrorStatus: "INVALID_ARGUMENT" | "ALREADY_EXISTS" | "NOT_FOUND" | "FAILED_PRECONDITION" | "UNAVAILABLE" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL";
        /** @description An error of `createQuote`. */
        CreateQuoteError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateQuoteErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateQuoteErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateQuoteErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "tool_not_found" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateQuoteErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `createResumableUpload`. */
        CreateResumableUploadError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateResumableUploadErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateResumableUploadErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateResumableUploadErrorMessage: "tus_version_unsupported" | "upload_too_large" | "upload_media_type" | "too_many_open_uploads" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateResumableUploadErrorStatus: "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `createUploadUrl`. */
        CreateUploadUrlError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["CreateUploadUrlErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["CreateUploadUrlErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        CreateUploadUrlErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateUploadUrlErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @constant */
        Currency: "USD";
        /** @description An error of `describeResumableUploads`. */
        DescribeResumableUploadsError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["DescribeResumableUploadsErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["DescribeResumableUploadsErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        DescribeResumableUploadsErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        DescribeResumableUploadsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description A private URL. Send GET without any header within five minutes. Never log the URL. */
        Download: {
            /**
             * Format: uri
             * @description A secret: whoever has it can download the file.
             */
            url: string;
            /** @description When the URL stops working: within five minutes. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description An error of `downloadArtifact`. */
        DownloadArtifactError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["DownloadArtifactErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["DownloadArtifactErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        DownloadArtifactErrorMessage: "artifact_unavailable" | "execution_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        DownloadArtifactErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        DownloadResponse: {
            /** @description A private URL. */
            data: components["schemas"]["Download"];
        };
        /** @description An error of `endUpload`. */
        EndUploadError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["EndUploadErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["EndUploadErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        EndUploadErrorMessage: "upload_not_found" | "tus_version_unsupported" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        EndUploadErrorStatus: "NOT_FOUND" | "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /**
         * @description The kind of worker that runs the step.
         *     - `image`: image processing by the workers of this deployment
         *     - `av`: audio and video processing by the workers of this deployment
         *     - `provider`: a provider call: a request to an external service, which costs money
         * @enum {string}
         */
        Engine: "image" | "av" | "provider";
        /** @description A private URL of an event stream: any client that has it can read the stream until `expiresAt`. */
        EventUrl: {
            /**
             * Format: uri
             * @description The address for `EventSource`. A secret: whoever has it can read these executions.
             */
            url: string;
            /** @description The URL opens no stream after this time, and its open streams end. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description The executions that the URL follows. */
        EventUrlRequest: {
            /** @description The execution to follow, `exe_…`. Without it and without `batchId`, the URL follows all executions of the project. */
            executionId?: string;
            /** @description The batch to follow, `bat_…`. Send this or `executionId`, not both. */
            batchId?: string;
            /** @description Only executions of this tool or template. Not allowed with `executionId` or `batchId`. */
            tool?: string;
            /**
             * Format: int32
             * @description The URL ends after this time. Default 900.
             */
            expiresInSeconds?: number;
        };
        EventUrlResponse: {
            /** @description A private URL of an event stream: any client that has it can read the stream until `expiresAt`. */
            data: components["schemas"]["EventUrl"];
        };
        /** @description A paid execution; `status` selects the fields. `chargedMicros` is null until the execution is settled, and equals the sum of `billing`. */
        Execution: components["schemas"]["QueuedExecution"] | components["schemas"]["RunningExecution"] | components["schemas"]["NeedsReviewExecution"] | components["schemas"]["SucceededExecution"] | components["schemas"]["FailedExecution"] | components["schemas"]["CancelledExecution"];
        /** @description An execution is now `cancelled`. `timestamp` equals its `finishedAt`. */
        ExecutionCancelledEvent: {
            /**
             * @description Always `execution.cancelled`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "execution.cancelled";
            /** @description When the execution ended. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The execution, as `GET /tools/executions/{id}` returns it. */
            data: components["schemas"]["CancelledExecution"];
        };
        /** @description An execution is now `failed`. `timestamp` equals its `finishedAt`. */
        ExecutionFailedEvent: {
            /**
             * @description Always `execution.failed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "execution.failed";
            /** @description When the execution ended. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The execution, as `GET /tools/executions/{id}` returns it. */
            data: components["schemas"]["FailedExecution"];
        };
        /** @description Opaque and unguessable; identifies an execution. */
        ExecutionId: string;
        /** @description A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page. */
        ExecutionList: {
            /** @description The executions of this page, newest first. */
            executions: components["schemas"]["ExecutionSummary"][];
            /** @description Pass it as `before` for the next page; null on the last page. */
            nextBefore: components["schemas"]["ExecutionId"] | null;
        };
        ExecutionListResponse: {
            /** @description A page, newest first. */
            data: components["schemas"]["ExecutionList"];
        };
        /** @description The quoted tool and input, with the price version and the maximum charge of the quote. */
        ExecutionRequest: {
            /** @description The name of a tool, or `@` followed by the name of a template: `@thumbs` for its active version, `@thumbs:3` for version 3. */
            tool: string;
            /** @description The input of the tool, valid for the tool's `inputSchema`. */
            arguments: components["schemas"]["JsonObject"];
            /** @description The price version of the quote. */
            priceVersion: string;
            /** @description The `maximumChargeMicros` of the quote, in micro-units of USD: held when the execution is accepted. */
            maximumChargeMicros: components["schemas"]["Micros"];
        };
        ExecutionResponse: {
            /** @description A paid execution; `status` selects the fields. */
            data: components["schemas"]["Execution"];
        };
        /**
         * @description The status of an execution. `succeeded`, `failed` and `cancelled` are final.
         *     - `queued`: accepted, with its maximum charge on hold; no worker has started it
         *     - `running`: a worker has started the execution
         *     - `needs_review`: the outcome of a provider call is not known yet; see `review`
         *     - `succeeded`: complete; `output` holds the result
         *     - `failed`: ended without a result; see `error`
         *     - `cancelled`: stopped by a cancel request or by the `Cancel-After` time limit
         * @enum {string}
         */
        ExecutionStatus: "queued" | "running" | "needs_review" | "succeeded" | "failed" | "cancelled";
        /** @description An execution is now `succeeded`. `timestamp` equals its `finishedAt`. */
        ExecutionSucceededEvent: {
            /**
             * @description Always `execution.succeeded`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "execution.succeeded";
            /** @description When the execution ended. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The execution, as `GET /tools/executions/{id}` returns it. */
            data: components["schemas"]["SucceededExecution"];
        };
        /** @description An execution in a list. */
        ExecutionSummary: components["schemas"]["QueuedExecutionSummary"] | components["schemas"]["RunningExecutionSummary"] | components["schemas"]["NeedsReviewExecutionSummary"] | components["schemas"]["SucceededExecutionSummary"] | components["schemas"]["FailedExecutionSummary"] | components["schemas"]["CancelledExecutionSummary"];
        /** @description The executions of this project, in the order of the request. Unknown ids are omitted. */
        ExecutionsRead: {
            /** @description The executions that exist, in the order of the request. */
            executions: {
                /** @description Identifies the execution in later requests. */
                id: components["schemas"]["ExecutionId"];
                /** @description The executed tool or template. */
                tool: components["schemas"]["ToolName"];
                /** @description The selected model; null for a tool without models. */
                model: string | null;
                /** @description How far the execution is. */
                status: components["schemas"]["ExecutionStatus"];
                /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
                statusReason: components["schemas"]["StatusReason"] | null;
                /** @description Whether a cancellation was requested. Read `status` for its effect. */
                cancelRequested: boolean;
                /** @description The price table that applies until the execution ends. */
                priceVersion: components["schemas"]["PriceVersion"];
                /** @description The currency of all amounts: US dollars. */
                currency: components["schemas"]["Currency"];
                /** @description The least that a success costs, in micro-units of USD. */
                minimumChargeMicros: components["schemas"]["Micros"];
                /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
                maximumChargeMicros: components["schemas"]["Micros"];
                /** @description The final charge, in micro-units of USD; null until the execution has ended. */
                chargedMicros: components["schemas"]["Micros"] | null;
                /** @description When the execution was accepted. */
                createdAt: components["schemas"]["Timestamp"];
                /** @description When a worker first started the execution; null before that. */
                startedAt: components["schemas"]["Timestamp"] | null;
                /** @description When the execution ended; null before that. */
                finishedAt: components["schemas"]["Timestamp"] | null;
                /** @description Why the execution failed; otherwise null. */
                error: components["schemas"]["Failure"] | null;
                /** @description The open review of a provider call; null if there is none. */
                review: components["schemas"]["Review"] | null;
                /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
                contentDeleted?: components["schemas"]["ContentDeleted"];
                /** @description The steps in the order in which they run. */
                steps: components["schemas"]["Step"][];
                /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
                billing: components["schemas"]["BillingLine"][];
                /** @description The results so far; complete once the execution has succeeded. */
                output: components["schemas"]["Output"];
            }[];
        };
        ExecutionsReadResponse: {
            /** @description The executions of this project, in the order of the request. */
            data: components["schemas"]["ExecutionsRead"];
        };
        /** @description Execution with the status `failed`. */
        FailedExecution: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `failed`: ended without a result; see `error`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "failed";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The final charge, in micro-units of USD. The rest of the hold was released. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description When the execution ended. */
            finishedAt: components["schemas"]["Timestamp"];
            /** @description Why the execution failed. */
            error: components["schemas"]["Failure"];
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
            billing: components["schemas"]["BillingLine"][];
            /** @description The results so far; complete once the execution has succeeded. */
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary with the status `failed`. */
        FailedExecutionSummary: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `failed`: ended without a result; see `error`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "failed";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The final charge, in micro-units of USD. The rest of the hold was released. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description When the execution ended. */
            finishedAt: components["schemas"]["Timestamp"];
            /** @description Why the execution failed. */
            error: components["schemas"]["Failure"];
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description Why an execution failed. */
        Failure: {
            /** @description A google.rpc.Code name: whether the input or the service is at fault. */
            status: components["schemas"]["FailureStatus"];
            /** @description The reason of the failure; branch on this field. */
            message: components["schemas"]["FailureReason"];
        };
        /**
         * @description The reason of the failure; branch on this field.
         *     - `source_not_readable`: the input is damaged or does not have its declared type
         *     - `source_has_no_sound`: the input has no audio track
         *     - `source_not_supported`: the input is an animated PNG, or the result format has no such channels or sample rate: try another format, `channels` or `sampleRateHz`
         *     - `source_too_large`: the input exceeds the limit of the tool for pixels, frame rate or duration
         *     - `source_is_silent`: the input is silent throughout, or too short to measure its loudness
         *     - `source_too_short`: the input ends before the requested part
         *     - `result_too_large`: the result would exceed the size limit of the tool
         *     - `target_not_met`: no result meets the target, and the arguments ask for no result in that case
         *     - `input_unavailable`: the retrieval period of an input file has ended
         *     - `inputs_too_large`: the inputs of a step together exceed its limit
         *     - `artifacts_too_large`: the artifacts of a step together exceed its storage limit
         *     - `time_limit_exceeded`: a step exceeded its time limit; try a shorter or smaller input, or a faster model
         *     - `memory_limit_exceeded`: a step exceeded its memory limit
         *     - `content_rejected`: the external service rejects this content
         *     - `provider_rejected`: the external service rejects this request
         *     - `provider_failed`: the external service failed to do the work
         *     - `provider_cancelled`: the external service cancelled the work without a request to do so
         *     - `provider_output_invalid`: the external service returned a result that cannot be read, or another one than requested
         *     - `provider_output_unavailable`: the output of the external service could not be downloaded
         *     - `rehearsed_failure`: the rehearsal was asked to fail
         *     - `deadline_exceeded`: the execution exceeded the tool's `maxRuntimeSeconds`
         *     - `attempts_exhausted`: five workers or runs crashed on the execution; the operators are alerted
         *     - `outcome_unknown`: a review reached `resolveBy` without evidence and was decided in your favour
         * @enum {string}
         */
        FailureReason: "source_not_readable" | "source_has_no_sound" | "source_not_supported" | "source_too_large" | "source_is_silent" | "source_too_short" | "result_too_large" | "target_not_met" | "input_unavailable" | "inputs_too_large" | "artifacts_too_large" | "time_limit_exceeded" | "memory_limit_exceeded" | "content_rejected" | "provider_rejected" | "provider_failed" | "provider_cancelled" | "provider_output_invalid" | "provider_output_unavailable" | "rehearsed_failure" | "deadline_exceeded" | "attempts_exhausted" | "outcome_unknown";
        /**
         * @description A google.rpc.Code name.
         *     - `INVALID_ARGUMENT`: the input or the request is invalid
         *     - `DEADLINE_EXCEEDED`: the execution took too long
         *     - `UNAVAILABLE`: the external service or its outcome was not available; the input is not at fault
         *     - `INTERNAL`: a defect of the service
         * @enum {string}
         */
        FailureStatus: "INVALID_ARGUMENT" | "DEADLINE_EXCEEDED" | "UNAVAILABLE" | "INTERNAL";
        /** @description A private file of the project, retrievable until `expiresAt`. */
        File: {
            /** @description Use it as `fileId` in the arguments of a tool. */
            id: components["schemas"]["FileId"];
            /** @description The MIME type of the bytes. */
            mimeType: components["schemas"]["FileType"];
            /**
             * Format: int64
             * @description The length of the file in bytes.
             */
            sizeBytes: number;
            /** @description The SHA-256 of the file, in hexadecimal. */
            sha256: string;
            /** @description When the file was first stored. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the file can no longer be used or downloaded: 30 days after it was first stored. */
            expiresAt: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description In pixels, after EXIF orientation. Absent for audio.
             */
            width?: number;
            /**
             * Format: int32
             * @description In pixels, after EXIF orientation. Absent for audio.
             */
            height?: number;
            /**
             * Format: double
             * @description The measured duration in seconds. Absent for images.
             */
            durationSeconds?: number;
            /** @description When and by whom the file was deleted before it expired. Absent if it was not. */
            contentDeleted?: components["schemas"]["FileTombstone"];
        };
        /** @description Opaque and unguessable; identifies a file of the project. */
        FileId: string;
        FileResponse: {
            /** @description A private file of the project, retrievable until `expiresAt`. */
            data: components["schemas"]["File"];
        };
        /** @description The file was deleted before `expiresAt`, alone or with the content of its execution. */
        FileTombstone: {
            /** @description When the file was deleted. */
            at: components["schemas"]["Timestamp"];
            /** @description The kind of actor that deleted the file. */
            by: components["schemas"]["ContentDeletedBy"];
        };
        /**
         * @description The MIME type of an upload or an artifact.
         * @enum {string}
         */
        FileType: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif" | "audio/wav" | "audio/mpeg" | "audio/mp4" | "audio/ogg" | "audio/flac" | "video/mp4";
        /** @description An error of `findUploadOffset`. */
        FindUploadOffsetError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["FindUploadOffsetErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["FindUploadOffsetErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        FindUploadOffsetErrorMessage: "upload_not_found" | "tus_version_unsupported" | "file_content_mismatch" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        FindUploadOffsetErrorStatus: "NOT_FOUND" | "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getBatch`. */
        GetBatchError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetBatchErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetBatchErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetBatchErrorMessage: "batch_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetBatchErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getBatchResults`. */
        GetBatchResultsError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetBatchResultsErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetBatchResultsErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetBatchResultsErrorMessage: "batch_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetBatchResultsErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getCatalog`. */
        GetCatalogError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetCatalogErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetCatalogErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetCatalogErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetCatalogErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getExecution`. */
        GetExecutionError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetExecutionErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetExecutionErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetExecutionErrorMessage: "execution_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetExecutionErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getProject`. */
        GetProjectError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetProjectErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetProjectErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetProjectErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetProjectErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getTemplate`. */
        GetTemplateError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetTemplateErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetTemplateErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetTemplateErrorMessage: "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetTemplateErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getTemplateVersion`. */
        GetTemplateVersionError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetTemplateVersionErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetTemplateVersionErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetTemplateVersionErrorMessage: "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetTemplateVersionErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `getUsage`. */
        GetUsageError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["GetUsageErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["GetUsageErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        GetUsageErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetUsageErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Any JSON object. For tool arguments, see `inputSchema` in the catalog. */
        JsonObject: {
            [key: string]: unknown;
        };
        /** @description The key of this request. */
        KeyFacts: {
            /** @description Identifies the key; not a secret. */
            id: components["schemas"]["KeyId"];
            /** @description The public part of the key. It is not a secret; use it to identify a key that was found somewhere. */
            publicId: string;
            /** @description The name that the issuer of the key chose. */
            name: string;
            /** @description What the key may do, within the role of its owner. */
            scopes: components["schemas"]["Scope"][];
            /** @description When the key stops working; null if it does not expire. */
            expiresAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description Opaque and unguessable; identifies an API key. */
        KeyId: string;
        /** @description An error of `listBatches`. */
        ListBatchesError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ListBatchesErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ListBatchesErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ListBatchesErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ListBatchesErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `listExecutions`. */
        ListExecutionsError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ListExecutionsErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ListExecutionsErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ListExecutionsErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ListExecutionsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `listTemplates`. */
        ListTemplatesError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ListTemplatesErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ListTemplatesErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ListTemplatesErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ListTemplatesErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description A JSON-RPC 2.0 request of the Model Context Protocol. */
        McpRequest: {
            /** @description The version of JSON-RPC. */
            jsonrpc: string;
            /** @description Returned unchanged in the response. */
            id?: string | number;
            /** @description `tools/list`, `tools/call`, … */
            method: string;
            /** @description The parameters of the method. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description A JSON-RPC 2.0 response. */
        McpResponse: {
            /** @description The version of JSON-RPC. */
            jsonrpc: string;
            /** @description Returned unchanged in the response. */
            id?: string | number;
            /** @description The result of the method. If a tool failed, the result says so and how to proceed. */
            result?: {
                [key: string]: unknown;
            };
            /** @description A protocol error: the request was not valid. */
            error?: {
                [key: string]: unknown;
            };
        };
        /**
         * Format: int64
         * @description Micro-units of USD: 1000000 is one dollar.
         */
        Micros: number;
        /** @description A selectable model of a tool. */
        Model: {
            /** @description The value of `arguments.model` that selects the model. */
            name: string;
            /** @description The strengths of the model. */
            description: string;
            /** @description Whether this deployment can run the model. */
            available: boolean;
            /** @description Arguments with this model that can be quoted and executed unchanged. */
            example: components["schemas"]["JsonObject"];
            /** @description The price with this model. */
            price: components["schemas"]["Price"];
            /** @description Measured run times with this model; null if there were too few executions. */
            typicalSeconds: components["schemas"]["TypicalSeconds"] | null;
        };
        /** @description Execution with the status `needs_review`. */
        NeedsReviewExecution: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `needs_review`: the outcome of a provider call is not known yet; see `review`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "needs_review";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Null: the charge is settled when the execution ends. */
            chargedMicros: null;
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not ended. */
            finishedAt: null;
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description The open review of a provider call. */
            review: components["schemas"]["Review"];
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
            billing: components["schemas"]["BillingLine"][];
            /** @description The results so far; complete once the execution has succeeded. */
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary with the status `needs_review`. */
        NeedsReviewExecutionSummary: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `needs_review`: the outcome of a provider call is not known yet; see `review`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "needs_review";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Null: the charge is settled when the execution ends. */
            chargedMicros: null;
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not ended. */
            finishedAt: null;
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description The open review of a provider call. */
            review: components["schemas"]["Review"];
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description The organization that owns the project. */
        Organization: {
            /** @description Identifies the organization. */
            id: components["schemas"]["OrganizationId"];
            /** @description The name that its members chose. */
            name: string;
        };
        /** @description Opaque and unguessable; identifies an organization. */
        OrganizationId: string;
        /** @description The results. Fetch each file through a download URL. */
        Output: {
            /** @description The generated files. Fetch each through a download URL. */
            artifacts: components["schemas"]["File"][];
            /** @description The structured result of the last step, such as measurements. */
            result?: unknown;
        };
        /** @description The price of one billing unit, and the minimum charge of a successful execution. */
        Price: {
            /** @description The least that a successful execution costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description What `unitPriceMicros` pays for. */
            unit: components["schemas"]["Unit"];
            /** @description The price of one unit, in micro-units of USD. */
            unitPriceMicros: components["schemas"]["Micros"];
            /** @description The price in words. */
            description: string;
        };
        /** @description Identifies a price table and the versions of the own tools that are used. Changed prices have another version. */
        PriceVersion: string;
        /** @description The organization and the project of the key. */
        Project: {
            /** @description The organization that owns the project. */
            organization: components["schemas"]["Organization"];
            /** @description The project that the key belongs to. */
            project: components["schemas"]["ProjectFacts"];
            /** @description The key of this request. */
            key: components["schemas"]["KeyFacts"];
        };
        /**
         * @description Fixed at creation. A test project has play money and simulated external services.
         * @enum {string}
         */
        ProjectEnvironment: "live" | "test";
        /** @description The project itself. */
        ProjectFacts: {
            /** @description Identifies the project. */
            id: components["schemas"]["ProjectId"];
            /** @description The name that its members chose. */
            name: string;
            /** @description `live` for real money, `test` for play money. */
            environment: components["schemas"]["ProjectEnvironment"];
        };
        /** @description Opaque and unguessable; identifies a project. */
        ProjectId: string;
        ProjectResponse: {
            /** @description The organization and the project of the key. */
            data: components["schemas"]["Project"];
        };
        /** @description An error of `putUpload`. */
        PutUploadError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["PutUploadErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["PutUploadErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        PutUploadErrorMessage: "file_too_large" | "file_content_mismatch" | "unsupported_media_type" | "platform_api_key_scope_required" | "project_permission_required" | "upload_url_not_usable" | "upload_url_used" | "storage_quota_reached" | "invalid_request" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        PutUploadErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "NOT_FOUND" | "ALREADY_EXISTS" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Execution with the status `queued`. */
        QueuedExecution: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `queued`: accepted, with its maximum charge on hold; no worker has started it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "queued";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Null: the charge is settled when the execution ends. */
            chargedMicros: null;
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Null: no worker has started the execution. */
            startedAt: null;
            /** @description Null: the execution has not ended. */
            finishedAt: null;
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
            billing: components["schemas"]["BillingLine"][];
            /** @description The results so far; complete once the execution has succeeded. */
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary with the status `queued`. */
        QueuedExecutionSummary: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `queued`: accepted, with its maximum charge on hold; no worker has started it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "queued";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Null: the charge is settled when the execution ends. */
            chargedMicros: null;
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Null: no worker has started the execution. */
            startedAt: null;
            /** @description Null: the execution has not ended. */
            finishedAt: null;
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description A binding maximum charge for one input. A quote is free and reserves nothing. `blockers` lists the errors that would refuse the execution now. */
        Quote: {
            /** @description The quoted tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /** @description Send it with the execution: a price change since the quote is refused. */
            priceVersion: components["schemas"]["QuotedPriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The most that the execution can cost, in micro-units of USD. Send it with the execution. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The parts of the maximum charge. */
            breakdown: components["schemas"]["QuoteLine"][];
            /** @description Errors that would refuse the execution now; empty if none would. */
            blockers: components["schemas"]["Blocker"][];
        };
        /** @description A part of the maximum charge. */
        QuoteLine: {
            /** @description The billed work, in words. */
            description: string;
            /** @description What `quantity` counts. */
            unit: components["schemas"]["Unit"];
            /**
             * Format: int64
             * @description The number of units.
             */
            quantity: number;
            /** @description The amount of this line, in micro-units of USD. */
            amountMicros: components["schemas"]["Micros"];
            /** @description The price of one unit, in micro-units of USD. */
            unitPriceMicros: components["schemas"]["Micros"];
        };
        /** @description A tool and its input. */
        QuoteRequest: {
            /** @description The name of a tool, or `@` followed by the name of a template: `@thumbs` for its active version, `@thumbs:3` for version 3. */
            tool: string;
            /** @description The input of the tool, valid for the tool's `inputSchema`. */
            arguments: components["schemas"]["JsonObject"];
        };
        QuoteResponse: {
            /** @description A binding maximum charge for one input. */
            data: components["schemas"]["Quote"];
        };
        /** @description Identifies the price table, the versions of the own tools that are used and, for a template, the template version, so that none of them can change between quote and execution. */
        QuotedPriceVersion: string;
        /** @description An error of `readExecutions`. */
        ReadExecutionsError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ReadExecutionsErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ReadExecutionsErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ReadExecutionsErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ReadExecutionsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description The ids of the executions to read. */
        ReadRequest: {
            /** @description The executions to read. A repeated id is returned once. */
            ids: string[];
        };
        /** @description An error of `readResumableUpload`. */
        ReadResumableUploadError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ReadResumableUploadErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ReadResumableUploadErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ReadResumableUploadErrorMessage: "upload_not_found" | "file_content_mismatch" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ReadResumableUploadErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description The report was taken. */
        Report: {
            /** @description True: stop the work, and report how it ended. */
            cancel: boolean;
            /**
             * Format: int32
             * @description The run may be given away this many seconds after the claim or the last report.
             */
            leaseSeconds: number;
        };
        /** @description That a run goes on, or how it ended. */
        ReportRequest: {
            /** @description The lease of the claim. */
            lease: string;
            /** @description A response of the runner protocol, with the `status` running, succeeded, failed, cancelled or not_taken. */
            reply: components["schemas"]["JsonObject"];
        };
        ReportResponse: {
            /** @description The report was taken. */
            data: components["schemas"]["Report"];
        };
        /** @description An error of `reportRun`. */
        ReportRunError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["ReportRunErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["ReportRunErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        ReportRunErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "run_not_found" | "run_lease_lost" | "run_ended" | "invalid_request" | "invalid_runner_key" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ReportRunErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "ABORTED" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /**
         * @description A MIME type that supports resumable uploads.
         * @enum {string}
         */
        ResumableType: "audio/wav" | "audio/mpeg" | "audio/mp4" | "video/mp4";
        /** @description The progress of a resumable upload. `file` is set once the upload is complete, for as long as the file exists. */
        ResumableUpload: {
            /** @description Identifies the upload in a report. */
            id: string;
            /** @description The declared type of the file. */
            mimeType: components["schemas"]["ResumableType"];
            /**
             * Format: int64
             * @description The declared length of the whole file in bytes.
             */
            sizeBytes: number;
            /**
             * Format: int64
             * @description The bytes that are stored: continue from this offset.
             */
            receivedBytes: number;
            /** @description When an unfinished upload is deleted. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description The file that the complete upload has produced. Absent before that. */
            file?: components["schemas"]["File"];
        };
        ResumableUploadResponse: {
            /** @description The progress of a resumable upload. */
            data: components["schemas"]["ResumableUpload"];
        };
        /** @description The outcome of a paid provider call is not known. If it stays unknown, the execution ends in your favour within ten seconds after `resolveBy`. */
        Review: {
            /**
             * Format: int32
             * @description The index of the step, from 0.
             */
            step: number;
            /** @description Why the outcome is not known yet. */
            reason: components["schemas"]["ReviewReason"];
            /** @description When the review began. */
            since: components["schemas"]["Timestamp"];
            /** @description The most that the provider call may still cost, in micro-units of USD. */
            exposureMicros: components["schemas"]["Micros"];
            /** @description The deadline: without evidence the execution then ends in your favour. */
            resolveBy: components["schemas"]["Timestamp"];
        };
        /**
         * @description Why the outcome is not known yet.
         *     - `provider_does_not_know_the_call`: the external service reports that it never received the provider call
         *     - `provider_still_working`: the external service is still working
         *     - `provider_does_not_answer`: the external service does not respond
         *     - `provider_outcome_unknown`: the outcome of the provider call cannot be determined
         *     - `provider_output_unavailable`: the work is done, but its output cannot be downloaded yet
         *     - `provider_not_configured`: the external service of the provider call is no longer configured in this deployment
         *     - `look_up_failed`: the last lookup of the outcome failed; another lookup follows
         *     - `attempts_exhausted`: workers crashed while they handled the provider call
         * @enum {string}
         */
        ReviewReason: "provider_does_not_know_the_call" | "provider_still_working" | "provider_does_not_answer" | "provider_outcome_unknown" | "provider_output_unavailable" | "provider_not_configured" | "look_up_failed" | "attempts_exhausted";
        /** @description Execution with the status `running`. */
        RunningExecution: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `running`: a worker has started the execution. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "running";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Null: the charge is settled when the execution ends. */
            chargedMicros: null;
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not ended. */
            finishedAt: null;
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
            billing: components["schemas"]["BillingLine"][];
            /** @description The results so far; complete once the execution has succeeded. */
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary with the status `running`. */
        RunningExecutionSummary: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `running`: a worker has started the execution. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "running";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description Null: the charge is settled when the execution ends. */
            chargedMicros: null;
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not ended. */
            finishedAt: null;
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description An error of `saveTemplate`. */
        SaveTemplateError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["SaveTemplateErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["SaveTemplateErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        SaveTemplateErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "template_limit_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        SaveTemplateErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "FAILED_PRECONDITION" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /**
         * @description A permission of a key.
         * @enum {string}
         */
        Scope: "project:read" | "usage:read" | "tools:read" | "tools:execute" | "executions:read" | "templates:write";
        /**
         * @description The reason of the status.
         *     - `source_not_readable`: the input is damaged or does not have its declared type
         *     - `source_has_no_sound`: the input has no audio track
         *     - `source_not_supported`: the input is an animated PNG, or the result format has no such channels or sample rate: try another format, `channels` or `sampleRateHz`
         *     - `source_too_large`: the input exceeds the limit of the tool for pixels, frame rate or duration
         *     - `source_is_silent`: the input is silent throughout, or too short to measure its loudness
         *     - `source_too_short`: the input ends before the requested part
         *     - `result_too_large`: the result would exceed the size limit of the tool
         *     - `target_not_met`: no result meets the target, and the arguments ask for no result in that case
         *     - `input_unavailable`: the retrieval period of an input file has ended
         *     - `inputs_too_large`: the inputs of a step together exceed its limit
         *     - `artifacts_too_large`: the artifacts of a step together exceed its storage limit
         *     - `time_limit_exceeded`: a step exceeded its time limit; try a shorter or smaller input, or a faster model
         *     - `memory_limit_exceeded`: a step exceeded its memory limit
         *     - `content_rejected`: the external service rejects this content
         *     - `provider_rejected`: the external service rejects this request
         *     - `provider_failed`: the external service failed to do the work
         *     - `provider_cancelled`: the external service cancelled the work without a request to do so
         *     - `provider_output_invalid`: the external service returned a result that cannot be read, or another one than requested
         *     - `provider_output_unavailable`: the output of the external service could not be downloaded; or the work is done, but its output cannot be downloaded yet
         *     - `rehearsed_failure`: the rehearsal was asked to fail
         *     - `deadline_exceeded`: the execution exceeded the tool's `maxRuntimeSeconds`
         *     - `attempts_exhausted`: five workers or runs crashed on the execution; the operators are alerted; or workers crashed while they handled the provider call
         *     - `outcome_unknown`: a review reached `resolveBy` without evidence and was decided in your favour
         *     - `cancelled_before_start`: you cancelled the execution before a worker started it
         *     - `cancelled_by_request`: you cancelled the execution
         *     - `cancel_after`: the time limit in your `Cancel-After` header has passed
         *     - `provider_does_not_know_the_call`: the external service reports that it never received the provider call
         *     - `provider_still_working`: the external service is still working
         *     - `provider_does_not_answer`: the external service does not respond
         *     - `provider_outcome_unknown`: the outcome of the provider call cannot be determined
         *     - `provider_not_configured`: the external service of the provider call is no longer configured in this deployment
         *     - `look_up_failed`: the last lookup of the outcome failed; another lookup follows
         * @enum {string}
         */
        StatusReason: "source_not_readable" | "source_has_no_sound" | "source_not_supported" | "source_too_large" | "source_is_silent" | "source_too_short" | "result_too_large" | "target_not_met" | "input_unavailable" | "inputs_too_large" | "artifacts_too_large" | "time_limit_exceeded" | "memory_limit_exceeded" | "content_rejected" | "provider_rejected" | "provider_failed" | "provider_cancelled" | "provider_output_invalid" | "provider_output_unavailable" | "rehearsed_failure" | "deadline_exceeded" | "attempts_exhausted" | "outcome_unknown" | "cancelled_before_start" | "cancelled_by_request" | "cancel_after" | "provider_does_not_know_the_call" | "provider_still_working" | "provider_does_not_answer" | "provider_outcome_unknown" | "provider_not_configured" | "look_up_failed";
        /** @description A step of an execution. */
        Step: {
            /**
             * Format: int32
             * @description The index of the step, from 0.
             */
            index: number;
            /** @description The operation, such as `resize`. */
            name: string;
            /** @description The kind of worker that runs the step. */
            engine: components["schemas"]["Engine"];
            /** @description How far the step is. */
            status: components["schemas"]["StepStatus"];
            /**
             * Format: int32
             * @description How many times the step was started.
             */
            attempt: number;
            /**
             * Format: double
             * @description The completed fraction of a running step. Absent if it is not known.
             */
            progress?: number;
            /** @description Charged for the step, in micro-units of USD; null until the execution is settled. */
            chargedMicros: components["schemas"]["Micros"] | null;
            /** @description When the step last started; null if it never did. */
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description When the step ended; null until then. */
            finishedAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description The status of the step.
         *     - `pending`: the step has not started
         *     - `running`: the step is in progress, or its provider call is under way
         *     - `unknown`: the outcome of its provider call is not known yet
         *     - `succeeded`: the step is complete and its artifacts are stored
         *     - `failed`: the step failed and ended the execution
         *     - `cancelled`: the step was stopped
         *     - `skipped`: the step did not start and never will
         * @enum {string}
         */
        StepStatus: "pending" | "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "skipped";
        /** @description An error of `streamBatch`. */
        StreamBatchError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["StreamBatchErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["StreamBatchErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        StreamBatchErrorMessage: "batch_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        StreamBatchErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `streamEventUrl`. */
        StreamEventUrlError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["StreamEventUrlErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["StreamEventUrlErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        StreamEventUrlErrorMessage: "platform_api_key_scope_required" | "event_url_not_usable" | "invalid_request" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        StreamEventUrlErrorStatus: "PERMISSION_DENIED" | "NOT_FOUND" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `streamExecution`. */
        StreamExecutionError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["StreamExecutionErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["StreamExecutionErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        StreamExecutionErrorMessage: "execution_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        StreamExecutionErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `streamExecutions`. */
        StreamExecutionsError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["StreamExecutionsErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["StreamExecutionsErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        StreamExecutionsErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        StreamExecutionsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Execution with the status `succeeded`. */
        SucceededExecution: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `succeeded`: complete; `output` holds the result. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "succeeded";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The final charge, in micro-units of USD. The rest of the hold was released. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description When the execution ended. */
            finishedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            /** @description The bill, which adds up to `chargedMicros`. Empty until the execution has ended. */
            billing: components["schemas"]["BillingLine"][];
            /** @description The results so far; complete once the execution has succeeded. */
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary with the status `succeeded`. */
        SucceededExecutionSummary: {
            /** @description Identifies the execution in later requests. */
            id: components["schemas"]["ExecutionId"];
            /** @description The executed tool or template. */
            tool: components["schemas"]["ToolName"];
            /** @description The selected model; null for a tool without models. */
            model: string | null;
            /**
             * @description Always `succeeded`: complete; `output` holds the result. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "succeeded";
            /** @description Why the execution failed, was cancelled or is under review; otherwise null. */
            statusReason: components["schemas"]["StatusReason"] | null;
            /** @description Whether a cancellation was requested. Read `status` for its effect. */
            cancelRequested: boolean;
            /** @description The price table that applies until the execution ends. */
            priceVersion: components["schemas"]["PriceVersion"];
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /** @description The least that a success costs, in micro-units of USD. */
            minimumChargeMicros: components["schemas"]["Micros"];
            /** @description The amount on hold: the most that the execution can cost, in micro-units of USD. */
            maximumChargeMicros: components["schemas"]["Micros"];
            /** @description The final charge, in micro-units of USD. The rest of the hold was released. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description When the execution was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When a worker first started the execution. */
            startedAt: components["schemas"]["Timestamp"];
            /** @description When the execution ended. */
            finishedAt: components["schemas"]["Timestamp"];
            /** @description Null: the execution has not failed. */
            error: null;
            /** @description Null: nothing is under review. */
            review: null;
            /** @description When and by whom arguments, result and artifacts were deleted. Absent if they were not. */
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description One version of a template. `version`, `createdAt` and the content never change; the other fields show the current state of the template. */
        Template: {
            /** @description The name without `@`. */
            name: components["schemas"]["TemplateName"];
            /** @description The name with `@`, for quotes and executions. */
            tool: components["schemas"]["ToolName"];
            /** @description The version that `tool` runs; null if no version was activated yet. */
            activeVersion: number | null;
            /**
             * Format: int32
             * @description The number of the version that was saved last.
             */
            latestVersion: number;
            /** @description When the template was archived; null if it is offered. */
            archivedAt: components["schemas"]["Timestamp"] | null;
            /** @description When a version was last saved or activated, or the template archived. */
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The version number, from 1.
             */
            version: number;
            /** @description When this version was saved. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The name for people, of one line. */
            title?: string;
            /** @description The effect of the template, for the people who choose a tool. */
            description?: string;
            /** @description Parameters by name, in display order. */
            parameters: {
                [key: string]: components["schemas"]["TemplateParameter"];
            };
            /** @description The steps, which run one after the other in this order. */
            steps: components["schemas"]["TemplateStep"][];
        };
        /** @description The type and the bounds of list items. */
        TemplateItem: {
            /** @description The type of every item. */
            type: components["schemas"]["TemplateItemType"];
            /** @description The name for people, of one line. */
            title?: string;
            /** @description Help for the people who fill in the parameter. */
            description?: string;
            /**
             * Format: double
             * @description A bound of a number; of an integer, a whole number.
             */
            minimum?: number;
            /**
             * Format: double
             * @description A bound of a number; of an integer, a whole number.
             */
            maximum?: number;
            /**
             * Format: int32
             * @description A length in characters.
             */
            minLength?: number;
            /**
             * Format: int32
             * @description A length in characters.
             */
            maxLength?: number;
            /** @description The allowed texts. */
            enum?: string[];
        };
        /**
         * @description The type of a list item.
         *     - `string`: a text: one of `enum`, or at most `maxLength` characters
         *     - `integer`: a whole number from `minimum` to `maximum`
         *     - `number`: a number from `minimum` to `maximum`
         *     - `boolean`: true or false
         *     - `file`: a file of the project, given as `{"fileId": …}`
         * @enum {string}
         */
        TemplateItemType: "string" | "integer" | "number" | "boolean" | "file";
        /** @description All templates of the project, sorted by name, including archived ones. */
        TemplateList: {
            /** @description All templates, sorted by name. */
            templates: components["schemas"]["TemplateSummary"][];
        };
        TemplateListResponse: {
            /** @description All templates of the project, sorted by name, including archived ones. */
            data: components["schemas"]["TemplateList"];
        };
        /** @description Identifies a template in its project. Its tool name is this name with `@` before it. */
        TemplateName: string;
        /** @description A parameter with bounds: a number needs `minimum` and `maximum`, a text `enum` or `maxLength`, a list `items` and `maxItems`. A parameter without `default` is required. `example` is the value for validation and for the example in the catalog. */
        TemplateParameter: {
            /** @description The type of the value. */
            type: components["schemas"]["TemplateParameterType"];
            /** @description The name for people, of one line. */
            title?: string;
            /** @description Help for the people who fill in the parameter. */
            description?: string;
            /**
             * Format: double
             * @description A bound of a number; of an integer, a whole number.
             */
            minimum?: number;
            /**
             * Format: double
             * @description A bound of a number; of an integer, a whole number.
             */
            maximum?: number;
            /**
             * Format: int32
             * @description A length in characters.
             */
            minLength?: number;
            /**
             * Format: int32
             * @description A length in characters.
             */
            maxLength?: number;
            /** @description The allowed texts. */
            enum?: string[];
            /** @description The type and the bounds of the items; only for a list. */
            items?: components["schemas"]["TemplateItem"];
            /**
             * Format: int32
             * @description A number of list items.
             */
            minItems?: number;
            /**
             * Format: int32
             * @description A number of list items.
             */
            maxItems?: number;
            /** @description A value that is valid for the parameter. */
            default?: unknown;
            /** @description A value that is valid for the parameter. */
            example?: unknown;
        };
        /**
         * @description The type of a parameter.
         *     - `string`: a text: one of `enum`, or at most `maxLength` characters
         *     - `integer`: a whole number from `minimum` to `maximum`
         *     - `number`: a number from `minimum` to `maximum`
         *     - `boolean`: true or false
         *     - `file`: a file of the project, given as `{"fileId": …}`
         *     - `array`: a list of `items`, at most `maxItems`
         * @enum {string}
         */
        TemplateParameterType: "string" | "integer" | "number" | "boolean" | "file" | "array";
        /** @description The first or the next version of a template. */
        TemplateRequest: {
            /** @description The name without `@`. A new name makes a new template. */
            name: components["schemas"]["TemplateName"];
            /** @description The name for people, of one line. */
            title?: string;
            /** @description The effect of the template, for the people who choose a tool. */
            description?: string;
            /** @description Parameters by name, in display order. */
            parameters: {
                [key: string]: components["schemas"]["TemplateParameter"];
            };
            /** @description The steps, which run one after the other in this order. */
            steps: components["schemas"]["TemplateStep"][];
            /** @description Whether this version becomes the active version of `@name`. Default true. */
            activate?: boolean;
        };
        TemplateResponse: {
            /** @description One version of a template. */
            data: components["schemas"]["Template"];
        };
        /** @description A step as in a pipeline. Any value may be `{"$parameter": "width"}` instead, and a file may be `{"step": 0, "artifact": 0}`, the output of an earlier step. */
        TemplateStep: {
            /** @description The name of a tool that pipelines can use. */
            tool: string;
            /** @description The arguments of the tool; values may refer to parameters and earlier steps. */
            arguments: components["schemas"]["JsonObject"];
        };
        /** @description A template in a list. `activeVersion` is the version that the tool runs; null if no version was activated yet. */
        TemplateSummary: {
            /** @description The name without `@`. */
            name: components["schemas"]["TemplateName"];
            /** @description The name with `@`, for quotes and executions. */
            tool: components["schemas"]["ToolName"];
            /** @description The version that `tool` runs; null if no version was activated yet. */
            activeVersion: number | null;
            /**
             * Format: int32
             * @description The number of the version that was saved last.
             */
            latestVersion: number;
            /** @description When the template was archived; null if it is offered. */
            archivedAt: components["schemas"]["Timestamp"] | null;
            /** @description When a version was last saved or activated, or the template archived. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: date-time
         * @description RFC 3339 in UTC with milliseconds, ending in Z.
         */
        Timestamp: string;
        /** @description A tool that can be executed. `inputSchema` is JSON Schema 2020-12. */
        Tool: {
            /** @description The name for `tool` of a quote and for the path of an execution. */
            name: components["schemas"]["ToolName"];
            /** @description The name for people. */
            title: string;
            /** @description The effect, inputs and outputs of the tool, with units. */
            description: string;
            /** @description What the tool works on. */
            category: components["schemas"]["Category"];
            /** @description Whether this deployment can run the tool. Balance, cap and `executionEnabled` apply in addition. */
            available: boolean;
            /** @description The part that is not configured in this deployment. */
            unavailableReason?: string;
            /** @description The JSON Schema (2020-12) of `arguments`. */
            inputSchema: components["schemas"]["JsonObject"];
            /** @description Arguments that can be quoted and executed unchanged, with sample files. */
            example: components["schemas"]["JsonObject"];
            /** @description The selectable models; empty for a tool without models. */
            models: components["schemas"]["Model"][];
            /** @description The price without models, or with the default model. */
            price: components["schemas"]["Price"];
            /**
             * Format: int32
             * @description The maximum run time in seconds. A longer execution fails. It is also the maximum of the Cancel-After header.
             */
            maxRuntimeSeconds: number;
            /** @description Whether a cancellation stops work that has started. True: within seconds, by us or by the external service. False: a provider call that has started runs to its end; its output is delivered and charged. A pipeline skips the steps that have not started; the step in progress follows the value of its own tool. */
            cancellableAfterStart: boolean;
            /** @description Whether an execution that fails or is cancelled can be charged. True for tools that use an external service: the charge is the cost that really arose there and never exceeds the maximum charge. A result that cannot be delivered costs nothing. False: it costs nothing. */
            chargesOnFailure: boolean;
            /** @description Measured run times of a tool without models; null if there were too few executions. */
            typicalSeconds: components["schemas"]["TypicalSeconds"] | null;
        };
        /** @description The fields of a tool that the query parameter `fields` lists. */
        ToolExcerpt: {
            /** @description The name for `tool` of a quote and for the path of an execution. */
            name?: components["schemas"]["ToolName"];
            /** @description The name for people. */
            title?: string;
            /** @description The effect, inputs and outputs of the tool, with units. */
            description?: string;
            /** @description What the tool works on. */
            category?: components["schemas"]["Category"];
            /** @description Whether this deployment can run the tool. Balance, cap and `executionEnabled` apply in addition. */
            available?: boolean;
            /** @description The part that is not configured in this deployment. */
            unavailableReason?: string;
            /** @description The JSON Schema (2020-12) of `arguments`. */
            inputSchema?: components["schemas"]["JsonObject"];
            /** @description Arguments that can be quoted and executed unchanged, with sample files. */
            example?: components["schemas"]["JsonObject"];
            /** @description The selectable models; empty for a tool without models. */
            models?: components["schemas"]["Model"][];
            /** @description The price without models, or with the default model. */
            price?: components["schemas"]["Price"];
            /**
             * Format: int32
             * @description The maximum run time in seconds. A longer execution fails. It is also the maximum of the Cancel-After header.
             */
            maxRuntimeSeconds?: number;
            /** @description Whether a cancellation stops work that has started. True: within seconds, by us or by the external service. False: a provider call that has started runs to its end; its output is delivered and charged. A pipeline skips the steps that have not started; the step in progress follows the value of its own tool. */
            cancellableAfterStart?: boolean;
            /** @description Whether an execution that fails or is cancelled can be charged. True for tools that use an external service: the charge is the cost that really arose there and never exceeds the maximum charge. A result that cannot be delivered costs nothing. False: it costs nothing. */
            chargesOnFailure?: boolean;
            /** @description Measured run times of a tool without models; null if there were too few executions. */
            typicalSeconds?: components["schemas"]["TypicalSeconds"] | null;
        };
        /** @description The name of a tool, or `@` followed by the name of a template of the project. */
        ToolName: string;
        /** @description Run time in seconds, from start to end, of the executions that succeeded in this deployment in the last 30 days: median (p50) and 95th percentile (p95). Null if there were fewer than 20. */
        TypicalSeconds: {
            /** @description The median: half of the executions took at most so many seconds. */
            p50: number;
            /** @description The 95th percentile, in seconds. */
            p95: number;
        };
        /**
         * @description The billing unit of a price.
         *     - `megapixel`: each started million pixels of the source or the result, whichever is larger
         *     - `image`: each generated image
         *     - `second`: each started second of audio or video
         *     - `megapixel-second`: each started million pixels × seconds of the source or the result video, whichever is larger
         *     - `100 characters`: each started 100 characters of text
         *     - `run`: each request to the external service
         *     - `step`: each completed step
         *     - `call`: the external cost of a provider call, in an execution that failed or was cancelled
         *     - `minimum`: the amount that raises a bill to its minimum charge
         * @enum {string}
         */
        Unit: "megapixel" | "image" | "second" | "megapixel-second" | "100 characters" | "run" | "step" | "call" | "minimum";
        /** @description An error of `uploadFile`. */
        UploadFileError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["UploadFileErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["UploadFileErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        UploadFileErrorMessage: "invalid_json" | "request_too_large" | "file_too_large" | "file_content_mismatch" | "unsupported_media_type" | "project_permission_required" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        UploadFileErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL" | "UNAVAILABLE";
        /** @description An error of `uploadFromUrl`. */
        UploadFromUrlError: {
            /** @description The reason, and how to proceed. */
            error: {
                /** @description A google.rpc.Code name: the group of the error. */
                status: components["schemas"]["UploadFromUrlErrorStatus"];
                /** @description The stable reason; branch on this field. */
                message: components["schemas"]["UploadFromUrlErrorMessage"];
                /** @description Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason. */
                details?: components["schemas"]["JsonObject"];
                /** @description Identifies the request. Quote it in a report. */
                requestId: string;
                /** @description Address of the section about this message. */
                documentation?: string;
            };
        };
        /**
         * @description The stable reason; branch on this field.
         * @enum {string}
         */
        UploadFromUrlErrorMessage: "invalid_json" | "request_too_large" | "url_not_fetched" | "file_content_mismatch" | "unsupported_media_type" | "project_permission_required" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        UploadFromUrlErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL" | "UNAVAILABLE";
        /** @description The URL of a file of at most 12 MiB. */
        UploadFromUrlRequest: {
            /** @description An https URL on the internet, with port 443 or one from 1024, and without a user or a password. Redirects are not followed. */
            url: string;
            /** @description The type that the file really has. */
            mimeType: components["schemas"]["UploadType"];
        };
        /** @description A file of at most 12 MiB in canonical base64. */
        UploadRequest: {
            /** @description The type that the bytes really have. */
            mimeType: components["schemas"]["UploadType"];
            /** @description The file in base64 (RFC 4648, section 4), padded, without white space. */
            data: string;
        };
        /**
         * @description A MIME type that can be uploaded.
         * @enum {string}
         */
        UploadType: "image/jpeg" | "image/png" | "audio/wav" | "audio/mpeg" | "video/mp4" | "image/webp" | "image/avif" | "audio/mp4";
        /** @description A private URL for one file: any client that has it can store that file once, before `expiresAt`. */
        UploadUrl: {
            /**
             * Format: uri
             * @description A secret: whoever has it can store the file once.
             */
            uploadUrl: string;
            /**
             * @description The HTTP method of the upload: always `PUT`.
             * @constant
             */
            method: "PUT";
            /** @description Headers to send with the file: `Content-Type`. Send no API key and no cookie. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description The maximum size of the file in bytes.
             */
            sizeBytesMax: number;
            /** @description The upload must begin before this time. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description The file that the URL accepts. */
        UploadUrlRequest: {
            /** @description The type that the file really has. */
            mimeType: components["schemas"]["UploadType"];
            /**
             * Format: int32
             * @description The exact size of the file in bytes.
             */
            sizeBytes?: number;
            /**
             * Format: int32
             * @description The maximum size of the file in bytes. Send this or `sizeBytes`, not both.
             */
            sizeBytesMax?: number;
            /** @description The SHA-256 of the file, in hexadecimal. The URL then accepts no other file. */
            sha256?: string;
            /**
             * Format: int32
             * @description The upload must begin within this time. Default 900.
             */
            expiresInSeconds?: number;
        };
        UploadUrlResponse: {
            /** @description A private URL for one file: any client that has it can store that file once, before `expiresAt`. */
            data: components["schemas"]["UploadUrl"];
        };
        /** @description Usage in the current calendar month (UTC). An execution counts in the month in which it was settled. Amounts are micro-units of USD. */
        Usage: {
            /** @description `YYYY-MM`. */
            month: string;
            /** @description The currency of all amounts: US dollars. */
            currency: components["schemas"]["Currency"];
            /**
             * Format: int64
             * @description Executions settled in this month that succeeded or were charged.
             */
            settledRequests: number;
            /** @description The sum of their charges, in micro-units of USD. */
            chargedMicros: components["schemas"]["Micros"];
            /** @description On hold now for open executions, in micro-units of USD. */
            heldMicros: components["schemas"]["Micros"];
            /** @description The balance that new executions can use now, in micro-units of USD. */
            availableMicros: components["schemas"]["Micros"];
            /** @description The most that charges of this month and holds may be together, in micro-units of USD; null if there is no cap. */
            monthlyCapMicros: components["schemas"]["Micros"] | null;
        };
        UsageResponse: {
            /** @description Usage in the current calendar month (UTC). */
            data: components["schemas"]["Usage"];
        };
        /** @description An event; `type` selects the fields. `data` is the object that `GET /tools/executions/{id}` returns. */
        WebhookEvent: components["schemas"]["ExecutionSucceededEvent"] | components["schemas"]["ExecutionFailedEvent"] | components["schemas"]["ExecutionCancelledEvent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** How a client should proceed after each error. */
export const ADVICE = {
  invalid_json: "Send one JSON object in UTF-8, at most 32 levels deep, without duplicate members or numbers that lose precision.",
  invalid_request: "Correct the fields that details.fields names.",
  request_too_large: "Keep a JSON body within 64 KiB, within 1 MiB for a batch, and the reply of a runner within 128 KiB.",
  file_too_large: "Upload at most 12 MiB, and no more than the upload URL allows. Send larger audio or video as a resumable upload.",
  file_content_mismatch: "Declare the MIME type that the bytes really have, and send the complete file; details.fields names the part that is wrong or not supported.",
  unsupported_media_type: "Send Content-Type: application/json. For an upload, declare a MIME type that the endpoint lists.",
  url_not_fetched: "Check the URL; details.reason says why its file could not be fetched. A host that was unreachable or too slow may answer later.",
  idempotency_key_required: "Send an Idempotency-Key header.",
  idempotency_key_invalid: "Use 8 to 128 ASCII letters, digits and the characters . _ : -",
  invalid_arguments: "Send arguments that match the tool's inputSchema; details.fields names the problems.",
  too_many_steps: "Send at most 20 steps.",
  tool_mismatch: "Send the same tool name in the path and in the body.",
  file_not_usable: "Use a file of this project that has not expired and whose type the tool accepts.",
  price_version_mismatch: "Prices, a tool of the operator or the active template version have changed. Request a new quote.",
  maximum_charge_too_low: "Send the maximumChargeMicros of the quote.",
  template_limit_reached: "A project can have 100 templates with 100 versions each. Use another template, or a version that exists.",
  execution_already_finished: "The execution has ended and can no longer be cancelled. Read its result.",
  invalid_api_key: "Send Authorization: Bearer <API_KEY> with a key that has neither expired nor been revoked.",
  invalid_runner_key: "Send Authorization: Bearer <RUNNER_KEY> with a runner key that has not been revoked (runners only).",
  platform_api_key_scope_required: "Use a key that has the scope of this endpoint.",
  project_permission_required: "The role of the caller or of the key's owner does not allow this, or the project's execution is switched off.",
  execution_cancel_forbidden: "Cancel with the key that created the execution, or with a key whose owner is an ADMIN of the project.",
  not_found: "Check the method, the path and the ids in it. In the operator API details.missing says what does not exist.",
  tool_not_found: "Read the catalog for the names of the tools.",
  tool_unavailable: "The external service of this tool is not configured in this deployment.",
  execution_not_found: "Check the execution id.",
  batch_not_found: "Check the batch id.",
  template_not_found: "Check the name and the version of the template.",
  artifact_unavailable: "The artifact does not exist, or its retrieval period has ended.",
  upload_url_not_usable: "The upload URL is invalid or expired, or its key may no longer upload. Create a new upload URL.",
  event_url_not_usable: "The event URL is invalid or expired, or its key was revoked. Create a new event URL.",
  run_not_found: "Stop the work: the tool of this runner key has no such run (runners only).",
  idempotency_key_conflict: "This key was used for another request. Check the original body: a new key starts a new paid execution.",
  upload_url_used: "A `PUT` to this URL has stored a file; details.fileId names it. Create a new upload URL for another file. A runner gets this for other bytes than it has put before, with details.sizeBytes of those.",
  run_lease_lost: "Stop the work: the run was given to another claim (runners only).",
  run_ended: "Stop the work: the run has another end, which stays (runners only).",
  rate_limit_exceeded: "Wait as many seconds as Retry-After says, then retry.",
  insufficient_balance: "Add funds to the project; see details.",
  monthly_cap_reached: "Raise the monthly cap, or wait for the next calendar month in UTC; see details.",
  storage_quota_reached: "Wait until older files of the project or of its organization expire. Without funds the quota is small: add some; see details.",
  internal_error: "Report the requestId to the operators of this deployment.",
  execution_disabled: "Execution is switched off. Try again later.",
  tool_temporarily_unavailable: "A service that this tool needs is failing. Try again later.",
  service_unavailable: "Send the same request again with the same Idempotency-Key.",
  upload_not_found: "The upload is unknown, expired or was ended. Start a new upload.",
  upload_offset_conflict: "Read the offset with HEAD and continue from there.",
  tus_version_unsupported: "Send Tus-Resumable: 1.0.0.",
  upload_too_large: "Send at most Tus-Max-Size, and no more than Upload-Length declared.",
  upload_media_type: "Declare audio/wav, audio/mpeg, audio/mp4 or video/mp4, and send the bytes as application/offset+octet-stream.",
  too_many_open_uploads: "A project can have eight open resumable uploads, an organization 32. Finish or end one first.",
} as const;

/** Errors after which the same request may succeed if it is sent again unchanged. */
export const RETRYABLE = [
  'rate_limit_exceeded',
  'tool_temporarily_unavailable',
  'service_unavailable',
] as const satisfies readonly (keyof typeof ADVICE)[];

export const WEBHOOK_HEADERS = ["webhook-id","webhook-timestamp","webhook-signature"] as const;
