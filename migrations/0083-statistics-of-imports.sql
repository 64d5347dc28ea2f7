-- rolling: the version before does not know the function
-- Only the owner of a table may analyse it before PostgreSQL 17: the function runs as the owner.

-- Analyses the tables that the transaction has filled far beyond their statistics. After a transaction that was rolled back, autovacuum
-- finds a table that has pages but no rows: every plan then seems to cost nothing, and the scan of a whole index serves to find one
-- row. Until the end of the transaction, autovacuum leaves the analysed tables alone.
create function analyze_grown_tables() returns void language plpgsql as $$
declare
  grown regclass;
begin
  -- Plans stay as good while a table grows by a factor of ten.
  for grown in
    select s.relid from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_tup_ins >= 500 and c.reltuples * 10 < s.n_tup_ins
    order by s.relname
  loop
    execute format('analyze %s', grown);
  end loop;
end $$;

do $$
begin
  execute format('alter function analyze_grown_tables() security definer set search_path = %s, pg_temp',
    (select string_agg(quote_ident(schema), ', ') from unnest(current_schemas(false)) schema));
end $$;
