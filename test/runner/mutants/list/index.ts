/** Every mutant, by subject. */
import type { Mutant } from '../mutant.ts';
import { agentMutants } from './agents.ts';
import { apiMutants } from './apis.ts';
import { ledgerCheckMutants } from './ledger-check.ts';
import { avMutants } from './av.ts';
import { batchMutants } from './batches.ts';
import { checkerMutants } from './checker.ts';
import { checkerBesideMutants } from './checker-beside.ts';
import { commandLineMutants } from './command-line.ts';
import { contentMutants } from './content.ts';
import { costMutants } from './costs.ts';
import { deletedFileMutants } from './deleted-files.ts';
import { doctorMutants } from './doctor.ts';
import { errorMutants } from './errors.ts';
import { gatewayMutants } from './gateway.ts';
import { identityMutants } from './identity.ts';
import { inputMutants } from './inputs.ts';
import { isolationMutants } from './isolation.ts';
import { leakMutants } from './leaks.ts';
import { manifestMutants } from './manifest.ts';
import { mediaMutants } from './media.ts';
import { moneyMutants } from './money.ts';
import { operatorMutants } from './operators.ts';
import { secondOperatorMutants } from './second-operator.ts';
import { paymentMutants } from './payments.ts';
import { ownToolMutants } from './own-tools.ts';
import { peopleMutants } from './people.ts';
import { outcomeMutants } from './outcomes.ts';
import { pullMutants } from './pull.ts';
import { publishedToolMutants } from './published-tools.ts';
import { priceRuleMutants } from './price-rules.ts';
import { priceMutants } from './prices.ts';
import { providerMutants } from './provider.ts';
import { remoteFileMutants } from './remote-files.ts';
import { runDoorMutants } from './run-doors.ts';
import { runnerFileMutants } from './runner-files.ts';
import { runnerProtocolMutants } from './runner-protocol.ts';
import { runnerMutants } from './runners.ts';
import { sandboxMutants } from './sandbox.ts';
import { sdkMutants } from './sdk.ts';
import { sdkWaitMutants } from './sdk-waits.ts';
import { shareMutants } from './shares.ts';
import { sharingMutants } from './sharing.ts';
import { supplyMutants } from './supply.ts';
import { templateMutants } from './templates.ts';
import { turnMutants } from './turns.ts';
import { uploadMutants } from './uploads.ts';
import { unusualMutants } from './unusual.ts';
import { watchMutants } from './watch.ts';
import { webhookMutants } from './webhooks.ts';
import { workerMutants } from './worker.ts';

export const mutants: readonly Mutant[] = [
  ...identityMutants,
  ...errorMutants,
  ...gatewayMutants,
  ...doctorMutants,
  ...sharingMutants,
  ...shareMutants,
  ...inputMutants,
  ...isolationMutants,
  ...leakMutants,
  ...mediaMutants,
  ...priceMutants,
  ...priceRuleMutants,
  ...manifestMutants,
  ...runnerProtocolMutants,
  ...ownToolMutants,
  ...pullMutants,
  ...providerMutants,
  ...runDoorMutants,
  ...runnerFileMutants,
  ...runnerMutants,
  ...moneyMutants,
  ...paymentMutants,
  ...ledgerCheckMutants,
  ...contentMutants,
  ...deletedFileMutants,
  ...templateMutants,
  ...batchMutants,
  ...checkerMutants,
  ...checkerBesideMutants,
  ...workerMutants,
  ...turnMutants,
  ...uploadMutants,
  ...remoteFileMutants,
  ...webhookMutants,
  ...avMutants,
  ...supplyMutants,
  ...outcomeMutants,
  ...costMutants,
  ...publishedToolMutants,
  ...operatorMutants,
  ...secondOperatorMutants,
  ...peopleMutants,
  ...commandLineMutants,
  ...sandboxMutants,
  ...sdkMutants,
  ...sdkWaitMutants,
  ...agentMutants,
  ...apiMutants,
  ...watchMutants,
  ...unusualMutants,
];
