-- Where a database keeps which migrations it has had, each with the hash of its text. It stands outside the
-- migrations because it must be there before the first of them.
create table if not exists migration (
  number int primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now()
);
