-- The log tells who invited whom, and when the invitation was taken.
select log_changes('invitation', 'user', 'r.user_id', hidden_columns => '{hash}');
