/** Made from the OpenAPI document; made anew, never edited. The resources of the API, and every code of its errors. */
export interface components {
    schemas: {
        /** @description The version that the tool shall mean, also an earlier one. */
        ActivateRequest: {
            /**
             * Format: int32
             * @description Counts from 1.
             */
            version: number;
        };
        /** @description What `activateTemplate` can be refused for. */
        ActivateTemplateError: {
            error: {
                status: components["schemas"]["ActivateTemplateErrorStatus"];
                message: components["schemas"]["ActivateTemplateErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ActivateTemplateErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ActivateTemplateErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "NOT_FOUND" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `appendToUpload` can be refused for. */
        AppendToUploadError: {
            error: {
                status: components["schemas"]["AppendToUploadErrorStatus"];
                message: components["schemas"]["AppendToUploadErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        AppendToUploadErrorMessage: "upload_not_found" | "tus_version_unsupported" | "file_content_mismatch" | "storage_quota_reached" | "upload_offset_conflict" | "upload_too_large" | "upload_media_type" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        AppendToUploadErrorStatus: "NOT_FOUND" | "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "ABORTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Empty. */
        ArchiveRequest: Record<string, never>;
        /** @description What `archiveTemplate` can be refused for. */
        ArchiveTemplateError: {
            error: {
                status: components["schemas"]["ArchiveTemplateErrorStatus"];
                message: components["schemas"]["ArchiveTemplateErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ArchiveTemplateErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ArchiveTemplateErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "NOT_FOUND" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Executions that were accepted together. `chargedMicros` is what those that have ended were charged so far; `finishedAt` is when the last of them ended, null while one is open. */
        Batch: {
            id: components["schemas"]["BatchId"];
            tool: components["schemas"]["ToolName"];
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Its executions.
             */
            executionCount: number;
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            cancelRequested: boolean;
            createdAt: components["schemas"]["Timestamp"];
            counts: components["schemas"]["BatchCounts"];
            chargedMicros: components["schemas"]["Micros"];
            finishedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description Executions by their status; they sum to `executionCount`. */
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
        /** @description Opaque and unguessable; names a batch. */
        BatchId: string;
        /** @description The input of one execution. */
        BatchItem: {
            arguments: components["schemas"]["JsonObject"];
        };
        /** @description What one execution can cost. */
        BatchItemQuote: {
            model: string | null;
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
        };
        /** @description Newest first. Pass `nextBefore` as `before` for the next page; null on the last. */
        BatchList: {
            batches: components["schemas"]["BatchSummary"][];
            nextBefore: components["schemas"]["BatchId"] | null;
        };
        BatchListResponse: {
            data: components["schemas"]["BatchList"];
        };
        /** @description The most that these executions can cost together, and each of them, in the order of the request. */
        BatchQuote: {
            tool: components["schemas"]["ToolName"];
            priceVersion: components["schemas"]["QuotedPriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            items: components["schemas"]["BatchItemQuote"][];
            blockers: components["schemas"]["Blocker"][];
        };
        /** @description One tool and its inputs. */
        BatchQuoteRequest: {
            /** @description A tool of the catalog, or `@` and the name of a template: `@thumbs`, or `@thumbs:3` for one version of it. */
            tool: string;
            /** @description One execution each, in this order. */
            items: components["schemas"]["BatchItem"][];
        };
        BatchQuoteResponse: {
            data: components["schemas"]["BatchQuote"];
        };
        /** @description The quoted tool and inputs, with the price version of the quote and a ceiling for all of them. */
        BatchRequest: {
            /** @description A tool of the catalog, or `@` and the name of a template: `@thumbs`, or `@thumbs:3` for one version of it. */
            tool: string;
            /** @description One execution each, in this order. */
            items: components["schemas"]["BatchItem"][];
            /** @description The price version of the quote. */
            priceVersion: string;
            maximumChargeMicros: components["schemas"]["Micros"];
        };
        BatchResponse: {
            data: components["schemas"]["Batch"];
        };
        /** @description A batch in a list. */
        BatchSummary: {
            id: components["schemas"]["BatchId"];
            tool: components["schemas"]["ToolName"];
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Its executions.
             */
            executionCount: number;
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            cancelRequested: boolean;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A line of the bill. `step` is null for what lifts the whole of several steps to its minimum. */
        BillingLine: {
            step: number | null;
            /** @description What was done, for people. */
            description: string;
            unit: components["schemas"]["Unit"];
            /** Format: int64 */
            quantity: number;
            amountMicros: components["schemas"]["Micros"];
        };
        /**
         * @description An error that an execution would meet now.
         *     - `platform_api_key_scope_required`: Use a key that has the scope this endpoint needs.
         *     - `project_permission_required`: The key's owner may not do this in the project, or its execution is switched off.
         *     - `tool_unavailable`: The external service of this tool is not configured here.
         *     - `tool_temporarily_unavailable`: The tool's external service is failing; try again later.
         *     - `execution_disabled`: Execution is switched off; try again later.
         *     - `monthly_cap_reached`: Raise the monthly cap or wait for the next UTC month; see details.
         *     - `insufficient_balance`: Add funds; see details.
         * @enum {string}
         */
        Blocker: "platform_api_key_scope_required" | "project_permission_required" | "tool_unavailable" | "tool_temporarily_unavailable" | "execution_disabled" | "monthly_cap_reached" | "insufficient_balance";
        /** @description What `callMcp` can be refused for. */
        CallMcpError: {
            error: {
                status: components["schemas"]["CallMcpErrorStatus"];
                message: components["schemas"]["CallMcpErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CallMcpErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "invalid_api_key" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CallMcpErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `cancelBatch` can be refused for. */
        CancelBatchError: {
            error: {
                status: components["schemas"]["CancelBatchErrorStatus"];
                message: components["schemas"]["CancelBatchErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CancelBatchErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "batch_not_found" | "execution_cancel_forbidden" | "project_permission_required" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CancelBatchErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "PERMISSION_DENIED" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `cancelExecution` can be refused for. */
        CancelExecutionError: {
            error: {
                status: components["schemas"]["CancelExecutionErrorStatus"];
                message: components["schemas"]["CancelExecutionErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CancelExecutionErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "execution_not_found" | "execution_already_finished" | "execution_cancel_forbidden" | "project_permission_required" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CancelExecutionErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "FAILED_PRECONDITION" | "PERMISSION_DENIED" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Empty. */
        CancelRequest: Record<string, never>;
        /** @description Execution that is `cancelled`. */
        CancelledExecution: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "cancelled";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: components["schemas"]["Micros"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"] | null;
            finishedAt: components["schemas"]["Timestamp"];
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
            steps: components["schemas"]["Step"][];
            billing: components["schemas"]["BillingLine"][];
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary that is `cancelled`. */
        CancelledExecutionSummary: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "cancelled";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: components["schemas"]["Micros"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"] | null;
            finishedAt: components["schemas"]["Timestamp"];
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description All tools under one pricing version. */
        Catalog: {
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            executionEnabled: boolean;
            tools: components["schemas"]["Tool"][];
        };
        CatalogResponse: {
            data: components["schemas"]["Catalog"];
        };
        /**
         * @description Kind of tool.
         *     - `image`: makes or examines pictures
         *     - `audio`: makes or examines sound
         *     - `video`: makes or examines video
         *     - `pipeline`: runs other tools one after the other
         *     - `development`: for trying out a client; offered on request only
         * @enum {string}
         */
        Category: "image" | "audio" | "video" | "pipeline" | "development";
        /** @description Arguments, result and artifacts were deleted. What was charged, and for what, stays; a repetition of the request still answers the execution. */
        ContentDeleted: {
            at: components["schemas"]["Timestamp"];
            by: components["schemas"]["ContentDeletedBy"];
        };
        /**
         * @description Who deleted it.
         *     - `member`: somebody of the project
         *     - `operator`: an operator of the platform
         *     - `retention`: the service, after the period that the project has set
         * @enum {string}
         */
        ContentDeletedBy: "member" | "operator" | "retention";
        /** @description What `createBatch` can be refused for. */
        CreateBatchError: {
            error: {
                status: components["schemas"]["CreateBatchErrorStatus"];
                message: components["schemas"]["CreateBatchErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CreateBatchErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "tool_not_found" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "idempotency_key_required" | "idempotency_key_invalid" | "idempotency_key_conflict" | "price_version_mismatch" | "maximum_charge_too_low" | "tool_unavailable" | "tool_temporarily_unavailable" | "execution_disabled" | "project_permission_required" | "monthly_cap_reached" | "insufficient_balance" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateBatchErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "ALREADY_EXISTS" | "FAILED_PRECONDITION" | "UNAVAILABLE" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL";
        /** @description What `createBatchQuote` can be refused for. */
        CreateBatchQuoteError: {
            error: {
                status: components["schemas"]["CreateBatchQuoteErrorStatus"];
                message: components["schemas"]["CreateBatchQuoteErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CreateBatchQuoteErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "tool_not_found" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateBatchQuoteErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `createExecution` can be refused for. */
        CreateExecutionError: {
            error: {
                status: components["schemas"]["CreateExecutionErrorStatus"];
                message: components["schemas"]["CreateExecutionErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CreateExecutionErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "idempotency_key_required" | "idempotency_key_invalid" | "idempotency_key_conflict" | "tool_not_found" | "tool_mismatch" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "price_version_mismatch" | "maximum_charge_too_low" | "tool_unavailable" | "tool_temporarily_unavailable" | "execution_disabled" | "project_permission_required" | "monthly_cap_reached" | "insufficient_balance" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateExecutionErrorStatus: "INVALID_ARGUMENT" | "ALREADY_EXISTS" | "NOT_FOUND" | "FAILED_PRECONDITION" | "UNAVAILABLE" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL";
        /** @description What `createQuote` can be refused for. */
        CreateQuoteError: {
            error: {
                status: components["schemas"]["CreateQuoteErrorStatus"];
                message: components["schemas"]["CreateQuoteErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CreateQuoteErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "tool_not_found" | "invalid_arguments" | "too_many_steps" | "file_not_usable" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateQuoteErrorStatus: "INVALID_ARGUMENT" | "NOT_FOUND" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `createResumableUpload` can be refused for. */
        CreateResumableUploadError: {
            error: {
                status: components["schemas"]["CreateResumableUploadErrorStatus"];
                message: components["schemas"]["CreateResumableUploadErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        CreateResumableUploadErrorMessage: "tus_version_unsupported" | "upload_too_large" | "upload_media_type" | "too_many_open_uploads" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        CreateResumableUploadErrorStatus: "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `createUploadUrl` can be refused for. */
        CreateUploadUrlError: {
            error: {
                status: components["schemas"]["CreateUploadUrlErrorStatus"];
                message: components["schemas"]["CreateUploadUrlErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
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
        /** @description What `describeResumableUploads` can be refused for. */
        DescribeResumableUploadsError: {
            error: {
                status: components["schemas"]["DescribeResumableUploadsErrorStatus"];
                message: components["schemas"]["DescribeResumableUploadsErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        DescribeResumableUploadsErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        DescribeResumableUploadsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description A private URL. GET it without any header, within five minutes; never log it. */
        Download: {
            /** Format: uri */
            url: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description What `downloadArtifact` can be refused for. */
        DownloadArtifactError: {
            error: {
                status: components["schemas"]["DownloadArtifactErrorStatus"];
                message: components["schemas"]["DownloadArtifactErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        DownloadArtifactErrorMessage: "artifact_unavailable" | "execution_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        DownloadArtifactErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        DownloadResponse: {
            data: components["schemas"]["Download"];
        };
        /** @description What `endUpload` can be refused for. */
        EndUploadError: {
            error: {
                status: components["schemas"]["EndUploadErrorStatus"];
                message: components["schemas"]["EndUploadErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        EndUploadErrorMessage: "upload_not_found" | "tus_version_unsupported" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        EndUploadErrorStatus: "NOT_FOUND" | "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /**
         * @description Who does the work.
         *     - `image`: pictures, on our own machines
         *     - `av`: sound and video, on our own machines
         *     - `provider`: a call to an external service, which costs money
         * @enum {string}
         */
        Engine: "image" | "av" | "provider";
        /** @description A paid execution, told apart by `status`. `chargedMicros` is null until it is settled; `billing` sums to it. */
        Execution: components["schemas"]["QueuedExecution"] | components["schemas"]["RunningExecution"] | components["schemas"]["NeedsReviewExecution"] | components["schemas"]["SucceededExecution"] | components["schemas"]["FailedExecution"] | components["schemas"]["CancelledExecution"];
        /** @description An execution is `cancelled`, for good. `timestamp` is its `finishedAt`. */
        ExecutionCancelledEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "execution.cancelled";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["CancelledExecution"];
        };
        /** @description An execution is `failed`, for good. `timestamp` is its `finishedAt`. */
        ExecutionFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "execution.failed";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["FailedExecution"];
        };
        /** @description Opaque and unguessable; names an execution. */
        ExecutionId: string;
        /** @description Newest first. Pass `nextBefore` as `before` for the next page; null on the last. */
        ExecutionList: {
            executions: components["schemas"]["ExecutionSummary"][];
            nextBefore: components["schemas"]["ExecutionId"] | null;
        };
        ExecutionListResponse: {
            data: components["schemas"]["ExecutionList"];
        };
        /** @description The quoted tool and input, with the price version and ceiling of the quote. */
        ExecutionRequest: {
            /** @description A tool of the catalog, or `@` and the name of a template: `@thumbs`, or `@thumbs:3` for one version of it. */
            tool: string;
            arguments: components["schemas"]["JsonObject"];
            /** @description The price version of the quote. */
            priceVersion: string;
            maximumChargeMicros: components["schemas"]["Micros"];
        };
        ExecutionResponse: {
            data: components["schemas"]["Execution"];
        };
        /**
         * @description What an execution is; `succeeded`, `failed` and `cancelled` never change.
         *     - `queued`: accepted and paid for, and no worker has begun
         *     - `running`: a worker has begun
         *     - `needs_review`: a paid call has an outcome that nobody knows yet; `review` says more
         *     - `succeeded`: done; `output` holds what was made
         *     - `failed`: ended without a result; `error` says why
         *     - `cancelled`: stopped, by a client or by a time limit that it set
         * @enum {string}
         */
        ExecutionStatus: "queued" | "running" | "needs_review" | "succeeded" | "failed" | "cancelled";
        /** @description An execution is `succeeded`, for good. `timestamp` is its `finishedAt`. */
        ExecutionSucceededEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "execution.succeeded";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["SucceededExecution"];
        };
        /** @description An execution in a list. */
        ExecutionSummary: components["schemas"]["QueuedExecutionSummary"] | components["schemas"]["RunningExecutionSummary"] | components["schemas"]["NeedsReviewExecutionSummary"] | components["schemas"]["SucceededExecutionSummary"] | components["schemas"]["FailedExecutionSummary"] | components["schemas"]["CancelledExecutionSummary"];
        /** @description Those that are in this project, in the order in which they were asked for. What is not there is left out. */
        ExecutionsRead: {
            executions: {
                id: components["schemas"]["ExecutionId"];
                tool: components["schemas"]["ToolName"];
                model: string | null;
                status: components["schemas"]["ExecutionStatus"];
                statusReason: components["schemas"]["StatusReason"] | null;
                cancelRequested: boolean;
                priceVersion: components["schemas"]["PriceVersion"];
                currency: components["schemas"]["Currency"];
                minimumChargeMicros: components["schemas"]["Micros"];
                maximumChargeMicros: components["schemas"]["Micros"];
                chargedMicros: components["schemas"]["Micros"] | null;
                createdAt: components["schemas"]["Timestamp"];
                startedAt: components["schemas"]["Timestamp"] | null;
                finishedAt: components["schemas"]["Timestamp"] | null;
                error: components["schemas"]["Failure"] | null;
                review: components["schemas"]["Review"] | null;
                contentDeleted?: components["schemas"]["ContentDeleted"];
                steps: components["schemas"]["Step"][];
                billing: components["schemas"]["BillingLine"][];
                output: components["schemas"]["Output"];
            }[];
        };
        ExecutionsReadResponse: {
            data: components["schemas"]["ExecutionsRead"];
        };
        /** @description Execution that is `failed`. */
        FailedExecution: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "failed";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: components["schemas"]["Micros"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: components["schemas"]["Timestamp"];
            error: components["schemas"]["Failure"];
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
            steps: components["schemas"]["Step"][];
            billing: components["schemas"]["BillingLine"][];
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary that is `failed`. */
        FailedExecutionSummary: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "failed";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: components["schemas"]["Micros"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: components["schemas"]["Timestamp"];
            error: components["schemas"]["Failure"];
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description Why an execution failed. */
        Failure: {
            status: components["schemas"]["FailureStatus"];
            message: components["schemas"]["FailureReason"];
        };
        /**
         * @description Why it failed.
         *     - `source_not_readable`: the input is damaged or not what it claims to be
         *     - `source_has_no_sound`: the input has no track of sound
         *     - `source_not_supported`: the input has channels or a sample rate that the result cannot have; another format, `channels` or `sampleRateHz` may do
         *     - `source_too_large`: the input has more pixels, more pictures a second, or lasts longer, than the tool takes
         *     - `source_is_silent`: the input is silent throughout, or too short for its loudness to be measured
         *     - `source_too_short`: the input ends before the part that is asked for
         *     - `result_too_large`: the result would be larger than the tool makes
         *     - `target_not_met`: no result meets the target, and the arguments ask for none then
         *     - `input_unavailable`: an input is past its retrieval period
         *     - `inputs_too_large`: the inputs of a step are together larger than it takes
         *     - `artifacts_too_large`: the artifacts of a step are together larger than it may store
         *     - `time_limit_exceeded`: a step took longer than it may, as long and large videos can; a shorter or smaller one, or a faster model, may do
         *     - `memory_limit_exceeded`: a step used more memory than it may
         *     - `content_rejected`: the external service refuses this content
         *     - `provider_rejected`: the external service refuses this request
         *     - `provider_failed`: the external service could not do it
         *     - `provider_cancelled`: the external service stopped the work by itself
         *     - `provider_output_invalid`: the external service delivered something else than promised
         *     - `provider_output_unavailable`: what the external service made could not be fetched
         *     - `rehearsed_failure`: the rehearsal was asked to fail
         *     - `deadline_exceeded`: the tool's `maxRuntimeSeconds` has passed
         *     - `attempts_exhausted`: five workers or runs crashed on it; the operators are told
         *     - `outcome_unknown`: a review ended at `resolveBy` without evidence, in your favour
         * @enum {string}
         */
        FailureReason: "source_not_readable" | "source_has_no_sound" | "source_not_supported" | "source_too_large" | "source_is_silent" | "source_too_short" | "result_too_large" | "target_not_met" | "input_unavailable" | "inputs_too_large" | "artifacts_too_large" | "time_limit_exceeded" | "memory_limit_exceeded" | "content_rejected" | "provider_rejected" | "provider_failed" | "provider_cancelled" | "provider_output_invalid" | "provider_output_unavailable" | "rehearsed_failure" | "deadline_exceeded" | "attempts_exhausted" | "outcome_unknown";
        /**
         * @description A google.rpc.Code name.
         *     - `INVALID_ARGUMENT`: the input or the request is at fault
         *     - `DEADLINE_EXCEEDED`: it took too long
         *     - `UNAVAILABLE`: an outcome could not be learned
         *     - `INTERNAL`: a defect of ours
         * @enum {string}
         */
        FailureStatus: "INVALID_ARGUMENT" | "DEADLINE_EXCEEDED" | "UNAVAILABLE" | "INTERNAL";
        /** @description A private file of the project, retrievable until `expiresAt`. */
        File: {
            id: components["schemas"]["FileId"];
            mimeType: components["schemas"]["FileType"];
            /** Format: int64 */
            sizeBytes: number;
            /** @description Of the bytes, hexadecimal. */
            sha256: string;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Pixels, after EXIF orientation.
             */
            width?: number;
            /**
             * Format: int32
             * @description Pixels, after EXIF orientation.
             */
            height?: number;
            /** Format: double */
            durationSeconds?: number;
            contentDeleted?: components["schemas"]["FileTombstone"];
        };
        /** @description Opaque and unguessable; names a file of the project. */
        FileId: string;
        FileResponse: {
            data: components["schemas"]["File"];
        };
        /** @description It was deleted before its time, by itself or with the content of its execution. */
        FileTombstone: {
            at: components["schemas"]["Timestamp"];
            by: components["schemas"]["ContentDeletedBy"];
        };
        /**
         * @description A type of file that goes in or comes out.
         * @enum {string}
         */
        FileType: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif" | "audio/wav" | "audio/mpeg" | "audio/mp4" | "audio/ogg" | "audio/flac" | "video/mp4";
        /** @description What `findUploadOffset` can be refused for. */
        FindUploadOffsetError: {
            error: {
                status: components["schemas"]["FindUploadOffsetErrorStatus"];
                message: components["schemas"]["FindUploadOffsetErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        FindUploadOffsetErrorMessage: "upload_not_found" | "tus_version_unsupported" | "file_content_mismatch" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        FindUploadOffsetErrorStatus: "NOT_FOUND" | "FAILED_PRECONDITION" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getBatch` can be refused for. */
        GetBatchError: {
            error: {
                status: components["schemas"]["GetBatchErrorStatus"];
                message: components["schemas"]["GetBatchErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetBatchErrorMessage: "batch_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetBatchErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getBatchResults` can be refused for. */
        GetBatchResultsError: {
            error: {
                status: components["schemas"]["GetBatchResultsErrorStatus"];
                message: components["schemas"]["GetBatchResultsErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetBatchResultsErrorMessage: "batch_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetBatchResultsErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getCatalog` can be refused for. */
        GetCatalogError: {
            error: {
                status: components["schemas"]["GetCatalogErrorStatus"];
                message: components["schemas"]["GetCatalogErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetCatalogErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetCatalogErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getExecution` can be refused for. */
        GetExecutionError: {
            error: {
                status: components["schemas"]["GetExecutionErrorStatus"];
                message: components["schemas"]["GetExecutionErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetExecutionErrorMessage: "execution_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetExecutionErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getProject` can be refused for. */
        GetProjectError: {
            error: {
                status: components["schemas"]["GetProjectErrorStatus"];
                message: components["schemas"]["GetProjectErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetProjectErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetProjectErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getTemplate` can be refused for. */
        GetTemplateError: {
            error: {
                status: components["schemas"]["GetTemplateErrorStatus"];
                message: components["schemas"]["GetTemplateErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetTemplateErrorMessage: "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetTemplateErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getTemplateVersion` can be refused for. */
        GetTemplateVersionError: {
            error: {
                status: components["schemas"]["GetTemplateVersionErrorStatus"];
                message: components["schemas"]["GetTemplateVersionErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetTemplateVersionErrorMessage: "template_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetTemplateVersionErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `getUsage` can be refused for. */
        GetUsageError: {
            error: {
                status: components["schemas"]["GetUsageErrorStatus"];
                message: components["schemas"]["GetUsageErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        GetUsageErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        GetUsageErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Any JSON object; the catalog says what a tool takes. */
        JsonObject: {
            [key: string]: unknown;
        };
        /** @description The key that asks. */
        KeyFacts: {
            id: components["schemas"]["KeyId"];
            /** @description Stands in the key's text and is no secret: tells which key it is that was found somewhere. */
            publicId: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            expiresAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description Opaque and unguessable; names an API key. */
        KeyId: string;
        /** @description What `listBatches` can be refused for. */
        ListBatchesError: {
            error: {
                status: components["schemas"]["ListBatchesErrorStatus"];
                message: components["schemas"]["ListBatchesErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ListBatchesErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ListBatchesErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `listExecutions` can be refused for. */
        ListExecutionsError: {
            error: {
                status: components["schemas"]["ListExecutionsErrorStatus"];
                message: components["schemas"]["ListExecutionsErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ListExecutionsErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ListExecutionsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `listTemplates` can be refused for. */
        ListTemplatesError: {
            error: {
                status: components["schemas"]["ListTemplatesErrorStatus"];
                message: components["schemas"]["ListTemplatesErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ListTemplatesErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ListTemplatesErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description A request of JSON-RPC 2.0, as the Model Context Protocol has it. */
        McpRequest: {
            /** @description Of JSON-RPC. */
            jsonrpc: string;
            /** @description Comes back in the response. */
            id?: string | number;
            /** @description `tools/list`, `tools/call`, … */
            method: string;
            /** @description As the method has them. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description A response of JSON-RPC 2.0. */
        McpResponse: {
            /** @description Of JSON-RPC. */
            jsonrpc: string;
            /** @description Comes back in the response. */
            id?: string | number;
            /** @description What the method answers. A tool that failed says so here, with what to do. */
            result?: {
                [key: string]: unknown;
            };
            /** @description Of the protocol: the request was none. */
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
            name: string;
            /** @description What it is good for. */
            description: string;
            available: boolean;
            example: components["schemas"]["JsonObject"];
            price: components["schemas"]["Price"];
            typicalSeconds: components["schemas"]["TypicalSeconds"] | null;
        };
        /** @description Execution that is `needs_review`. */
        NeedsReviewExecution: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "needs_review";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: null;
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: null;
            error: null;
            review: components["schemas"]["Review"];
            contentDeleted?: components["schemas"]["ContentDeleted"];
            steps: components["schemas"]["Step"][];
            billing: components["schemas"]["BillingLine"][];
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary that is `needs_review`. */
        NeedsReviewExecutionSummary: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "needs_review";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: null;
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: null;
            error: null;
            review: components["schemas"]["Review"];
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description Who the project belongs to. */
        Organization: {
            id: components["schemas"]["OrganizationId"];
            name: string;
        };
        /** @description Opaque and unguessable; names an organization. */
        OrganizationId: string;
        /** @description What was made. Files are fetched through download URLs. */
        Output: {
            artifacts: components["schemas"]["File"][];
            /** @description What the last step answered, such as measurements. */
            result?: unknown;
        };
        /** @description What one billing unit costs, and the least a successful execution is charged. */
        Price: {
            minimumChargeMicros: components["schemas"]["Micros"];
            unit: components["schemas"]["Unit"];
            unitPriceMicros: components["schemas"]["Micros"];
            /** @description The price in words. */
            description: string;
        };
        /** @description Names a price table; a changed price cannot keep it. */
        PriceVersion: string;
        /** @description The organization and project that the key belongs to. */
        Project: {
            organization: components["schemas"]["Organization"];
            project: components["schemas"]["ProjectFacts"];
            key: components["schemas"]["KeyFacts"];
        };
        /**
         * @description For ever. The balance of a test project is play money, and its external tools are simulated.
         * @enum {string}
         */
        ProjectEnvironment: "live" | "test";
        /** @description The project itself. */
        ProjectFacts: {
            id: components["schemas"]["ProjectId"];
            name: string;
            environment: components["schemas"]["ProjectEnvironment"];
        };
        /** @description Opaque and unguessable; names a project. */
        ProjectId: string;
        ProjectResponse: {
            data: components["schemas"]["Project"];
        };
        /** @description What `putUpload` can be refused for. */
        PutUploadError: {
            error: {
                status: components["schemas"]["PutUploadErrorStatus"];
                message: components["schemas"]["PutUploadErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        PutUploadErrorMessage: "file_too_large" | "file_content_mismatch" | "unsupported_media_type" | "platform_api_key_scope_required" | "project_permission_required" | "upload_url_not_usable" | "upload_url_used" | "storage_quota_reached" | "invalid_request" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        PutUploadErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "NOT_FOUND" | "ALREADY_EXISTS" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Execution that is `queued`. */
        QueuedExecution: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "queued";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: null;
            createdAt: components["schemas"]["Timestamp"];
            startedAt: null;
            finishedAt: null;
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
            steps: components["schemas"]["Step"][];
            billing: components["schemas"]["BillingLine"][];
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary that is `queued`. */
        QueuedExecutionSummary: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "queued";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: null;
            createdAt: components["schemas"]["Timestamp"];
            startedAt: null;
            finishedAt: null;
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description A binding ceiling for one input. Free; reserves nothing. `blockers` names what would refuse it now. */
        Quote: {
            tool: components["schemas"]["ToolName"];
            model: string | null;
            priceVersion: components["schemas"]["QuotedPriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            breakdown: components["schemas"]["QuoteLine"][];
            blockers: components["schemas"]["Blocker"][];
        };
        /** @description A part of the maximum charge. */
        QuoteLine: {
            /** @description What was done, for people. */
            description: string;
            unit: components["schemas"]["Unit"];
            /** Format: int64 */
            quantity: number;
            amountMicros: components["schemas"]["Micros"];
            unitPriceMicros: components["schemas"]["Micros"];
        };
        /** @description A tool and its input. */
        QuoteRequest: {
            /** @description A tool of the catalog, or `@` and the name of a template: `@thumbs`, or `@thumbs:3` for one version of it. */
            tool: string;
            arguments: components["schemas"]["JsonObject"];
        };
        QuoteResponse: {
            data: components["schemas"]["Quote"];
        };
        /** @description Names the price table and, where a template was quoted, its version, so that neither can change before the execution. */
        QuotedPriceVersion: string;
        /** @description What `readExecutions` can be refused for. */
        ReadExecutionsError: {
            error: {
                status: components["schemas"]["ReadExecutionsErrorStatus"];
                message: components["schemas"]["ReadExecutionsErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ReadExecutionsErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ReadExecutionsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Which executions to read. */
        ReadRequest: {
            /** @description Those to be read; one that is named twice is answered once. */
            ids: string[];
        };
        /** @description What `readResumableUpload` can be refused for. */
        ReadResumableUploadError: {
            error: {
                status: components["schemas"]["ReadResumableUploadErrorStatus"];
                message: components["schemas"]["ReadResumableUploadErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        ReadResumableUploadErrorMessage: "upload_not_found" | "file_content_mismatch" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "project_permission_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        ReadResumableUploadErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "INTERNAL" | "UNAVAILABLE";
        /**
         * @description A type of file that comes in parts.
         * @enum {string}
         */
        ResumableType: "audio/wav" | "audio/mpeg" | "video/mp4";
        /** @description How far an upload has come. `file` once it is one of the project, for as long as that is there. */
        ResumableUpload: {
            id: string;
            mimeType: components["schemas"]["ResumableType"];
            /** Format: int64 */
            sizeBytes: number;
            /** Format: int64 */
            receivedBytes: number;
            expiresAt: components["schemas"]["Timestamp"];
            file?: components["schemas"]["File"];
        };
        ResumableUploadResponse: {
            data: components["schemas"]["ResumableUpload"];
        };
        /** @description A paid call has an unknown outcome. If nobody learns it before, the execution ends in your favour within ten seconds after `resolveBy`. */
        Review: {
            /**
             * Format: int32
             * @description Counts from 0.
             */
            step: number;
            reason: components["schemas"]["ReviewReason"];
            since: components["schemas"]["Timestamp"];
            exposureMicros: components["schemas"]["Micros"];
            resolveBy: components["schemas"]["Timestamp"];
        };
        /**
         * @description Why nobody knows the outcome yet.
         *     - `provider_does_not_know_the_call`: the external service says that it never heard of the call
         *     - `provider_still_working`: the external service is still at work
         *     - `provider_does_not_answer`: the external service does not answer
         *     - `provider_outcome_unknown`: nobody can tell what became of the call
         *     - `provider_output_unavailable`: the work is done, and its output cannot be fetched yet
         *     - `provider_not_configured`: the external service of the call is no longer configured here
         *     - `look_up_failed`: the last look at it did not succeed; another follows
         *     - `attempts_exhausted`: workers crashed while they looked after the call
         * @enum {string}
         */
        ReviewReason: "provider_does_not_know_the_call" | "provider_still_working" | "provider_does_not_answer" | "provider_outcome_unknown" | "provider_output_unavailable" | "provider_not_configured" | "look_up_failed" | "attempts_exhausted";
        /** @description Execution that is `running`. */
        RunningExecution: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "running";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: null;
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: null;
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
            steps: components["schemas"]["Step"][];
            billing: components["schemas"]["BillingLine"][];
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary that is `running`. */
        RunningExecutionSummary: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "running";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: null;
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: null;
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description What `saveTemplate` can be refused for. */
        SaveTemplateError: {
            error: {
                status: components["schemas"]["SaveTemplateErrorStatus"];
                message: components["schemas"]["SaveTemplateErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        SaveTemplateErrorMessage: "invalid_json" | "request_too_large" | "unsupported_media_type" | "project_permission_required" | "template_limit_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        SaveTemplateErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "FAILED_PRECONDITION" | "UNAUTHENTICATED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /**
         * @description What a key may do.
         * @enum {string}
         */
        Scope: "project:read" | "usage:read" | "tools:read" | "tools:execute" | "executions:read" | "templates:write";
        /**
         * @description Why the status is what it is.
         *     - `source_not_readable`: the input is damaged or not what it claims to be
         *     - `source_has_no_sound`: the input has no track of sound
         *     - `source_not_supported`: the input has channels or a sample rate that the result cannot have; another format, `channels` or `sampleRateHz` may do
         *     - `source_too_large`: the input has more pixels, more pictures a second, or lasts longer, than the tool takes
         *     - `source_is_silent`: the input is silent throughout, or too short for its loudness to be measured
         *     - `source_too_short`: the input ends before the part that is asked for
         *     - `result_too_large`: the result would be larger than the tool makes
         *     - `target_not_met`: no result meets the target, and the arguments ask for none then
         *     - `input_unavailable`: an input is past its retrieval period
         *     - `inputs_too_large`: the inputs of a step are together larger than it takes
         *     - `artifacts_too_large`: the artifacts of a step are together larger than it may store
         *     - `time_limit_exceeded`: a step took longer than it may, as long and large videos can; a shorter or smaller one, or a faster model, may do
         *     - `memory_limit_exceeded`: a step used more memory than it may
         *     - `content_rejected`: the external service refuses this content
         *     - `provider_rejected`: the external service refuses this request
         *     - `provider_failed`: the external service could not do it
         *     - `provider_cancelled`: the external service stopped the work by itself
         *     - `provider_output_invalid`: the external service delivered something else than promised
         *     - `provider_output_unavailable`: what the external service made could not be fetched; or the work is done, and its output cannot be fetched yet
         *     - `rehearsed_failure`: the rehearsal was asked to fail
         *     - `deadline_exceeded`: the tool's `maxRuntimeSeconds` has passed
         *     - `attempts_exhausted`: five workers or runs crashed on it; the operators are told; or workers crashed while they looked after the call
         *     - `outcome_unknown`: a review ended at `resolveBy` without evidence, in your favour
         *     - `cancelled_before_start`: you cancelled it before a worker began
         *     - `cancelled_by_request`: you cancelled it
         *     - `cancel_after`: the `Cancel-After` that you sent has passed
         *     - `provider_does_not_know_the_call`: the external service says that it never heard of the call
         *     - `provider_still_working`: the external service is still at work
         *     - `provider_does_not_answer`: the external service does not answer
         *     - `provider_outcome_unknown`: nobody can tell what became of the call
         *     - `provider_not_configured`: the external service of the call is no longer configured here
         *     - `look_up_failed`: the last look at it did not succeed; another follows
         * @enum {string}
         */
        StatusReason: "source_not_readable" | "source_has_no_sound" | "source_not_supported" | "source_too_large" | "source_is_silent" | "source_too_short" | "result_too_large" | "target_not_met" | "input_unavailable" | "inputs_too_large" | "artifacts_too_large" | "time_limit_exceeded" | "memory_limit_exceeded" | "content_rejected" | "provider_rejected" | "provider_failed" | "provider_cancelled" | "provider_output_invalid" | "provider_output_unavailable" | "rehearsed_failure" | "deadline_exceeded" | "attempts_exhausted" | "outcome_unknown" | "cancelled_before_start" | "cancelled_by_request" | "cancel_after" | "provider_does_not_know_the_call" | "provider_still_working" | "provider_does_not_answer" | "provider_outcome_unknown" | "provider_not_configured" | "look_up_failed";
        /** @description A step of an execution. */
        Step: {
            /**
             * Format: int32
             * @description Counts from 0.
             */
            index: number;
            name: string;
            engine: components["schemas"]["Engine"];
            status: components["schemas"]["StepStatus"];
            /**
             * Format: int32
             * @description How often it was begun.
             */
            attempt: number;
            /**
             * Format: double
             * @description Of a running step, where known.
             */
            progress?: number;
            chargedMicros: components["schemas"]["Micros"] | null;
            startedAt: components["schemas"]["Timestamp"] | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description What a step is.
         *     - `pending`: it has not begun
         *     - `running`: it is being done, or a paid call of it is under way
         *     - `unknown`: its paid call has an outcome that nobody knows yet
         *     - `succeeded`: it is done, and its artifacts are there
         *     - `failed`: it ended the execution
         *     - `cancelled`: it was stopped
         *     - `skipped`: it was not begun, and never will be
         * @enum {string}
         */
        StepStatus: "pending" | "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "skipped";
        /** @description What `streamExecution` can be refused for. */
        StreamExecutionError: {
            error: {
                status: components["schemas"]["StreamExecutionErrorStatus"];
                message: components["schemas"]["StreamExecutionErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        StreamExecutionErrorMessage: "execution_not_found" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        StreamExecutionErrorStatus: "NOT_FOUND" | "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description What `streamExecutions` can be refused for. */
        StreamExecutionsError: {
            error: {
                status: components["schemas"]["StreamExecutionsErrorStatus"];
                message: components["schemas"]["StreamExecutionsErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        StreamExecutionsErrorMessage: "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        StreamExecutionsErrorStatus: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE";
        /** @description Execution that is `succeeded`. */
        SucceededExecution: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "succeeded";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: components["schemas"]["Micros"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: components["schemas"]["Timestamp"];
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
            steps: components["schemas"]["Step"][];
            billing: components["schemas"]["BillingLine"][];
            output: components["schemas"]["Output"];
        };
        /** @description ExecutionSummary that is `succeeded`. */
        SucceededExecutionSummary: {
            id: components["schemas"]["ExecutionId"];
            tool: components["schemas"]["ToolName"];
            model: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "succeeded";
            statusReason: components["schemas"]["StatusReason"] | null;
            cancelRequested: boolean;
            priceVersion: components["schemas"]["PriceVersion"];
            currency: components["schemas"]["Currency"];
            minimumChargeMicros: components["schemas"]["Micros"];
            maximumChargeMicros: components["schemas"]["Micros"];
            chargedMicros: components["schemas"]["Micros"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["Timestamp"];
            finishedAt: components["schemas"]["Timestamp"];
            error: null;
            review: null;
            contentDeleted?: components["schemas"]["ContentDeleted"];
        };
        /** @description One version of a template. `version` and what follows it never change; what is before it is as it is now. */
        Template: {
            name: components["schemas"]["TemplateName"];
            tool: components["schemas"]["ToolName"];
            activeVersion: number | null;
            /**
             * Format: int32
             * @description Counts from 1.
             */
            latestVersion: number;
            archivedAt: components["schemas"]["Timestamp"] | null;
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Counts from 1.
             */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            title?: string;
            /** @description What it does, for those who choose a tool. */
            description?: string;
            /** @description Name → parameter, in the order in which they are shown. */
            parameters: {
                [key: string]: components["schemas"]["TemplateParameter"];
            };
            /** @description Run in this order, one after the other. */
            steps: components["schemas"]["TemplateStep"][];
        };
        /** @description What a list consists of. */
        TemplateItem: {
            type: components["schemas"]["TemplateItemType"];
            title?: string;
            /** @description For those who fill it in. */
            description?: string;
            /**
             * Format: double
             * @description Of a number; integers have integers.
             */
            minimum?: number;
            /**
             * Format: double
             * @description Of a number; integers have integers.
             */
            maximum?: number;
            /**
             * Format: int32
             * @description Characters of a text.
             */
            minLength?: number;
            /**
             * Format: int32
             * @description Characters of a text.
             */
            maxLength?: number;
            /** @description The choices of a text. */
            enum?: string[];
        };
        /**
         * @description What it is.
         *     - `string`: a text: one of `enum`, or of `maxLength` characters at most
         *     - `integer`: a whole number from `minimum` to `maximum`
         *     - `number`: a number from `minimum` to `maximum`
         *     - `boolean`: true or false
         *     - `file`: a file of the project, given as `{"fileId": …}`
         * @enum {string}
         */
        TemplateItemType: "string" | "integer" | "number" | "boolean" | "file";
        /** @description All of the project, by their names; those that are archived too. */
        TemplateList: {
            templates: components["schemas"]["TemplateSummary"][];
        };
        TemplateListResponse: {
            data: components["schemas"]["TemplateList"];
        };
        /** @description Names a template in its project; the tool is this with `@` before it. */
        TemplateName: string;
        /** @description A parameter, bounded: a number has `minimum` and `maximum`, a text `enum` or `maxLength`, a list `items` and `maxItems`. One without `default` is required. `example` is what the template is tried with and shown by. */
        TemplateParameter: {
            type: components["schemas"]["TemplateParameterType"];
            title?: string;
            /** @description For those who fill it in. */
            description?: string;
            /**
             * Format: double
             * @description Of a number; integers have integers.
             */
            minimum?: number;
            /**
             * Format: double
             * @description Of a number; integers have integers.
             */
            maximum?: number;
            /**
             * Format: int32
             * @description Characters of a text.
             */
            minLength?: number;
            /**
             * Format: int32
             * @description Characters of a text.
             */
            maxLength?: number;
            /** @description The choices of a text. */
            enum?: string[];
            items?: components["schemas"]["TemplateItem"];
            /**
             * Format: int32
             * @description Of a list.
             */
            minItems?: number;
            /**
             * Format: int32
             * @description Of a list.
             */
            maxItems?: number;
            /** @description A value that the parameter takes. */
            default?: unknown;
            /** @description A value that the parameter takes. */
            example?: unknown;
        };
        /**
         * @description What it takes.
         *     - `string`: a text: one of `enum`, or of `maxLength` characters at most
         *     - `integer`: a whole number from `minimum` to `maximum`
         *     - `number`: a number from `minimum` to `maximum`
         *     - `boolean`: true or false
         *     - `file`: a file of the project, given as `{"fileId": …}`
         *     - `array`: a list of `items`, `maxItems` at most
         * @enum {string}
         */
        TemplateParameterType: "string" | "integer" | "number" | "boolean" | "file" | "array";
        /** @description The next version of a template, or its first. */
        TemplateRequest: {
            name: components["schemas"]["TemplateName"];
            title?: string;
            /** @description What it does, for those who choose a tool. */
            description?: string;
            /** @description Name → parameter, in the order in which they are shown. */
            parameters: {
                [key: string]: components["schemas"]["TemplateParameter"];
            };
            /** @description Run in this order, one after the other. */
            steps: components["schemas"]["TemplateStep"][];
            /** @description Whether `@name` means this version from now on; true where it is left out. */
            activate?: boolean;
        };
        TemplateResponse: {
            data: components["schemas"]["Template"];
        };
        /** @description As in a pipeline. In place of any value may stand `{"$parameter": "width"}`, and `{"step": 0, "artifact": 0}` in place of a file. */
        TemplateStep: {
            /** @description A tool that a pipeline can chain. */
            tool: string;
            arguments: components["schemas"]["JsonObject"];
        };
        /** @description A template in the list. `activeVersion` is what its tool runs; null: none was activated yet. */
        TemplateSummary: {
            name: components["schemas"]["TemplateName"];
            tool: components["schemas"]["ToolName"];
            activeVersion: number | null;
            /**
             * Format: int32
             * @description Counts from 1.
             */
            latestVersion: number;
            archivedAt: components["schemas"]["Timestamp"] | null;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: date-time
         * @description RFC 3339, UTC, in milliseconds, ending in Z.
         */
        Timestamp: string;
        /** @description A tool that can be executed. `inputSchema` is JSON Schema 2020-12. */
        Tool: {
            name: components["schemas"]["ToolName"];
            title: string;
            /** @description What it does, takes and gives, with units. */
            description: string;
            category: components["schemas"]["Category"];
            available: boolean;
            /** @description What is not configured here. */
            unavailableReason?: string;
            inputSchema: components["schemas"]["JsonObject"];
            example: components["schemas"]["JsonObject"];
            models: components["schemas"]["Model"][];
            price: components["schemas"]["Price"];
            /**
             * Format: int32
             * @description An execution that runs longer ends as failed; the most that a Cancel-After header may ask for.
             */
            maxRuntimeSeconds: number;
            /** @description Whether a cancel stops work that has begun: true within seconds, by us or by the external service. False: a call that the service has begun runs to its end, is delivered and charged. Of a pipeline: steps that have not begun are left out, and the one that runs ends as its own tool says. */
            cancellableAfterStart: boolean;
            /** @description Whether an execution that fails or is cancelled can be charged: true where an external service does the work, for the cost that really arose there and never more than the maximum. False: it costs nothing. */
            chargesOnFailure: boolean;
            typicalSeconds: components["schemas"]["TypicalSeconds"] | null;
        };
        /** @description A tool of the catalog, or `@` and the name of a template of the project. */
        ToolName: string;
        /** @description Seconds from start to end, of the executions that succeeded here in the last 30 days: half of them took at most p50, 95 of 100 at most p95. Null while there are fewer than 20. */
        TypicalSeconds: {
            p50: number;
            p95: number;
        };
        /**
         * @description What a price counts.
         *     - `megapixel`: a started million pixels of the larger of source and result
         *     - `image`: a picture made
         *     - `second`: a started second of sound or video
         *     - `megapixel-second`: a started million pixels × seconds of the larger of source and result video
         *     - `100 characters`: a started hundred characters of text
         *     - `run`: a call of the service
         *     - `step`: a step that was done
         *     - `call`: the external cost of a call, in a failure or a cancellation
         *     - `minimum`: what lifts a bill to its minimum charge
         * @enum {string}
         */
        Unit: "megapixel" | "image" | "second" | "megapixel-second" | "100 characters" | "run" | "step" | "call" | "minimum";
        /** @description What `uploadFile` can be refused for. */
        UploadFileError: {
            error: {
                status: components["schemas"]["UploadFileErrorStatus"];
                message: components["schemas"]["UploadFileErrorMessage"];
                details?: components["schemas"]["JsonObject"];
                /** @description Names the request in our logs. */
                requestId?: string;
            };
        };
        /**
         * @description A stable reason.
         * @enum {string}
         */
        UploadFileErrorMessage: "invalid_json" | "request_too_large" | "file_too_large" | "file_content_mismatch" | "unsupported_media_type" | "project_permission_required" | "storage_quota_reached" | "invalid_request" | "invalid_api_key" | "platform_api_key_scope_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        /**
         * @description A google.rpc.Code name.
         * @enum {string}
         */
        UploadFileErrorStatus: "INVALID_ARGUMENT" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "UNAUTHENTICATED" | "INTERNAL" | "UNAVAILABLE";
        /** @description A file of at most 12 MiB in canonical base64. */
        UploadRequest: {
            mimeType: components["schemas"]["UploadType"];
            /** @description The file: base64 of RFC 4648 section 4, padded, without white space. */
            data: string;
        };
        /**
         * @description A type of file that can be uploaded.
         * @enum {string}
         */
        UploadType: "image/jpeg" | "image/png" | "audio/wav" | "audio/mpeg" | "video/mp4";
        /** @description A private address for one file: whoever has it may store that, once, before `expiresAt`. */
        UploadUrl: {
            /** Format: uri */
            uploadUrl: string;
            /** @constant */
            method: "PUT";
            /** @description To be sent with it: the `Content-Type`. No key is, and no cookie. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description What is taken at most.
             */
            sizeBytesMax: number;
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description What the one file may be. */
        UploadUrlRequest: {
            mimeType: components["schemas"]["UploadType"];
            /**
             * Format: int32
             * @description What the file has, exactly.
             */
            sizeBytes?: number;
            /**
             * Format: int32
             * @description What the file may have at most. Say this or `sizeBytes`, not both.
             */
            sizeBytesMax?: number;
            /** @description Of the one file that is taken. */
            sha256?: string;
            /**
             * Format: int32
             * @description Until then the upload has to begin. Default 900.
             */
            expiresInSeconds?: number;
        };
        UploadUrlResponse: {
            data: components["schemas"]["UploadUrl"];
        };
        /** @description The current UTC month; a request belongs to the month of its settlement. */
        Usage: {
            /** @description `YYYY-MM`. */
            month: string;
            currency: components["schemas"]["Currency"];
            /** Format: int64 */
            settledRequests: number;
            chargedMicros: components["schemas"]["Micros"];
            heldMicros: components["schemas"]["Micros"];
            availableMicros: components["schemas"]["Micros"];
            monthlyCapMicros: components["schemas"]["Micros"] | null;
        };
        UsageResponse: {
            data: components["schemas"]["Usage"];
        };
        /** @description What happened, told apart by `type`. `data` is what `GET /tools/executions/{id}` answers. */
        WebhookEvent: components["schemas"]["ExecutionSucceededEvent"] | components["schemas"]["ExecutionFailedEvent"] | components["schemas"]["ExecutionCancelledEvent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** What a client should do about each. */
export const ADVICE = {
  invalid_json: "Send one JSON object in UTF-8, nested at most 32 deep.",
  invalid_request: "Correct the fields named in details.fields.",
  request_too_large: "Keep a JSON body within 64 KiB, that of a batch within 1 MiB.",
  file_too_large: "Keep an uploaded file within 12 MiB, and within what its address was made for.",
  file_content_mismatch: "Declare the type the bytes really have, and send the whole file.",
  unsupported_media_type: "Send Content-Type: application/json, and one of the listed MIME types.",
  idempotency_key_required: "Send an Idempotency-Key header.",
  idempotency_key_invalid: "Use 8 to 128 letters, digits and the characters . _ : -",
  invalid_arguments: "Make arguments valid against the tool's inputSchema; see details.fields.",
  too_many_steps: "Use at most 20 steps.",
  tool_mismatch: "Name the same tool in the path and in the body.",
  file_not_usable: "Refer to a file of this project that is retrievable and of a type the tool takes.",
  price_version_mismatch: "Prices have changed: fetch a new quote.",
  maximum_charge_too_low: "Send the quote's maximumChargeMicros.",
  template_limit_reached: "A project holds 100 templates, and each 100 versions: use another template, or a version that is there.",
  execution_already_finished: "Read the execution; it can no longer be cancelled.",
  invalid_api_key: "Send Authorization: Bearer <API_KEY> with a live key.",
  platform_api_key_scope_required: "Use a key that has the scope this endpoint needs.",
  project_permission_required: "The key's owner may not do this in the project, or its execution is switched off.",
  execution_cancel_forbidden: "Cancel with the key that created the execution, or as an ADMIN of the project.",
  not_found: "Check method and path.",
  tool_not_found: "Read the catalog for the names of tools.",
  tool_unavailable: "The external service of this tool is not configured here.",
  execution_not_found: "Check the execution id.",
  batch_not_found: "Check the batch id.",
  template_not_found: "Check the name and the version of the template.",
  artifact_unavailable: "The artifact does not exist or is past its retrieval period.",
  upload_url_not_usable: "The address was not made here, has ended, or its key may no longer be used: ask for another.",
  idempotency_key_conflict: "This key was used for another request. Do not casually start a new execution.",
  upload_url_used: "A `PUT` to this address has stored a file: details.fileId names it. Ask for another address for another file.",
  rate_limit_exceeded: "Wait as Retry-After says.",
  insufficient_balance: "Add funds; see details.",
  monthly_cap_reached: "Raise the monthly cap or wait for the next UTC month; see details.",
  storage_quota_reached: "Wait until older files expire, or add funds if there are none; see details.",
  internal_error: "Report the requestId.",
  execution_disabled: "Execution is switched off; try again later.",
  tool_temporarily_unavailable: "The tool's external service is failing; try again later.",
  service_unavailable: "Resend the same request with the same Idempotency-Key.",
  upload_not_found: "It is over, was ended, or was never there: begin again.",
  upload_offset_conflict: "Ask for the offset (HEAD) and go on there.",
  tus_version_unsupported: "Send Tus-Resumable: 1.0.0.",
  upload_too_large: "Keep within Tus-Max-Size, and within the length that was told.",
  upload_media_type: "Begin with audio/wav, audio/mpeg or video/mp4, and send parts as application/offset+octet-stream.",
  too_many_open_uploads: "A project has eight open at most: finish or end one first.",
} as const;

/** Those after which the same request, sent again as it is, may well succeed. */
export const RETRYABLE = [
  'rate_limit_exceeded',
  'tool_temporarily_unavailable',
  'service_unavailable',
] as const satisfies readonly (keyof typeof ADVICE)[];

export const WEBHOOK_HEADERS = ["webhook-id","webhook-timestamp","webhook-signature"] as const;
