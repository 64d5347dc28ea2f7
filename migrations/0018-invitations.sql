-- The log tells who invited whom, and when the invitation was taken.
select log_changes('invite', 'user', 'r.user_id', hidden => '{hash}');
