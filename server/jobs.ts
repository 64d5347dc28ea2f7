// Background jobs of a service.
import { deleteExpiredRecordsJob } from './access/expired-records.ts'
import { backupJob } from './backup/backup-job.ts'
import { catalogueChangesJob } from './catalogue/changes/catalogue-changes-job.ts'
import { resizeImagesJob } from './catalogue/images/resize-job.ts'
import { changeLogRetentionJob } from './changes/retention-job.ts'
import { writeFailuresJob } from './changes/write-failures-job.ts'
import { deleteOldImportsJob, importsJob } from './imports/imports-job.ts'
import { readMailboxJob } from './inbox/mailbox/read-mailbox.ts'
import { sendMailWith } from './mail/sender.ts'
import { composeMessages } from './messages/compose-messages.ts'
import { planMessagesJob } from './messages/plan-messages-job.ts'
import { releaseSeatsJob } from './messages/release-seats-job.ts'
import type { Job } from './platform/instance/background-jobs.ts'
import { encryptSecretsJob } from './platform/instance/encrypt-secrets-job.ts'
import { trimDatabaseLogJob } from './platform/instance/trim-log.ts'
import { composeConfirmations } from './website/booking/confirmation/compose-confirmations.ts'
import { deleteExpiredBookingsJob } from './website/booking/confirmation/delete-expired-job.ts'
import { composeOrderLinks } from './website/booking/page/compose-order-links.ts'
import { composeDateAlerts } from './website/date-alerts/compose-date-alerts.ts'
import { dateAlertsJob } from './website/date-alerts/date-alerts-job.ts'
import { mailLinks } from './website/legal/mail-links.ts'
import { composeRenewedLinks } from './website/links/compose-renewed-links.ts'
import { planWebhooksJob } from './website/webhooks/plan-deliveries.ts'
import { deleteOldDeliveriesJob, sendWebhooksJob } from './website/webhooks/send-webhooks-job.ts'

export const backgroundJobs: readonly Job[] = [
  encryptSecretsJob,
  importsJob(),
  sendMailWith(
    {
      message: composeMessages,
      order_links: composeOrderLinks,
      booking_confirmation: composeConfirmations,
      renewed_link: composeRenewedLinks,
      date_alert: composeDateAlerts,
    },
    mailLinks,
  ),
  planMessagesJob,
  releaseSeatsJob,
  readMailboxJob,
  deleteExpiredRecordsJob,
  deleteExpiredBookingsJob,
  dateAlertsJob,
  writeFailuresJob,
  changeLogRetentionJob(),
  catalogueChangesJob,
  resizeImagesJob,
  planWebhooksJob,
  sendWebhooksJob,
  deleteOldDeliveriesJob,
  backupJob,
  deleteOldImportsJob,
  trimDatabaseLogJob,
]
