-- rolling: the version before reads all small tables whenever one changes
-- Websites show the formats of dates.
select invalidate_on_change('date_format', 'lookups');
-- Feeds of a key name its client.
select invalidate_on_change('client', 'key');
