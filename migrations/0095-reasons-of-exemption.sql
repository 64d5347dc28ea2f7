-- rolling: the version before shows the general reason beside the prices of all events
alter table event
  -- why its prices have no VAT, such as "steuerfrei nach § 4 Nr. 22 UStG"; '': of the other language, otherwise that of website_pages
  add column vat_exemption_de text not null default '' check (length(vat_exemption_de) <= 200),
  add column vat_exemption_en text not null default '' check (length(vat_exemption_en) <= 200);

-- The general reason is shown with the prices of all events.
create trigger invalidate_exemption after update on website_pages for each row
  when ((old.vat_exemption, old.vat_exemption_en) is distinct from (new.vat_exemption, new.vat_exemption_en))
  execute function invalidate_records('event', 'select id from event');

select let_triggers_see_all();
