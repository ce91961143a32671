/* What SQLite alone needs to insert the rows of an import: the floor below which no importer gets.
 *
 *   cc -O2 -o /tmp/insert-floor bench/insert-floor.c -lsqlite3
 *   /tmp/insert-floor IMPORTED.sqlite NEW.sqlite
 *
 * Reads each table of an imported database into memory, then inserts its rows into a new one, as the
 * importer does: one transaction, no journal, pages of the same size, one prepared statement for each
 * table. Only inserting, making the indexes and committing are timed.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static void check(int code, sqlite3 *db) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
    fprintf(stderr, "insert-floor: %s\n", sqlite3_errmsg(db));
    exit(1);
  }
}

static void run(sqlite3 *db, const char *sql) { check(sqlite3_exec(db, sql, 0, 0, 0), db); }

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, 0), db);
  return statement;
}

/* The rows of a table, value by value. */
struct rows {
  sqlite3_value **values;
  long count, capacity;
  int columns;
};

static struct rows read_rows(sqlite3 *from, const char *table) {
  char sql[512];
  snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", table);
  sqlite3_stmt *all = prepare(from, sql);
  struct rows rows = {0};
  rows.columns = sqlite3_column_count(all);
  while (sqlite3_step(all) == SQLITE_ROW) {
    for (int i = 0; i < rows.columns; i++) {
      if (rows.count == rows.capacity) {
        rows.capacity = rows.capacity ? rows.capacity * 2 : 1024;
        rows.values = realloc(rows.values, rows.capacity * sizeof *rows.values);
      }
      rows.values[rows.count++] = sqlite3_value_dup(sqlite3_column_value(all, i));
    }
  }
  check(sqlite3_finalize(all), from);
  return rows;
}

static void insert_rows(sqlite3 *to, const char *table, struct rows rows) {
  char sql[1024];
  int used = snprintf(sql, sizeof sql, "INSERT INTO \"%s\" VALUES (?", table);
  for (int i = 1; i < rows.columns; i++) used += snprintf(sql + used, sizeof sql - used, ",?");
  snprintf(sql + used, sizeof sql - used, ")");
  sqlite3_stmt *insert = prepare(to, sql);
  for (long row = 0; row < rows.count; row += rows.columns) {
    for (int i = 0; i < rows.columns; i++) sqlite3_bind_value(insert, i + 1, rows.values[row + i]);
    check(sqlite3_step(insert), to);
    sqlite3_reset(insert);
  }
  check(sqlite3_finalize(insert), to);
}

static void free_rows(struct rows rows) {
  for (long i = 0; i < rows.count; i++) sqlite3_value_free(rows.values[i]);
  free(rows.values);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: insert-floor IMPORTED.sqlite NEW.sqlite\n");
    return 2;
  }
  sqlite3 *from, *to;
  check(sqlite3_open_v2(argv[1], &from, SQLITE_OPEN_READONLY, 0), from);
  remove(argv[2]);
  check(sqlite3_open(argv[2], &to), to);
  sqlite3_stmt *pages = prepare(from, "PRAGMA page_size");
  sqlite3_step(pages);
  char pragma[64];
  snprintf(pragma, sizeof pragma, "PRAGMA page_size = %d", sqlite3_column_int(pages, 0));
  sqlite3_finalize(pages);
  run(to, "PRAGMA journal_mode = OFF");
  run(to, pragma);
  run(to, "PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32768");
  run(to, "BEGIN");
  double wall = 0, cpu = 0;
  long cells = 0;
  sqlite3_stmt *schema = prepare(
      from, "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
            " ORDER BY CASE type WHEN 'table' THEN 0 ELSE 1 END, rowid");
  while (sqlite3_step(schema) == SQLITE_ROW) {
    const char *type = (const char *) sqlite3_column_text(schema, 0);
    const char *name = (const char *) sqlite3_column_text(schema, 1);
    if (!strncmp(name, "sqlite_", 7)) continue;
    struct rows rows = {0};
    if (!strcmp(type, "table")) rows = read_rows(from, name);
    double begun = seconds(CLOCK_MONOTONIC), used = seconds(CLOCK_PROCESS_CPUTIME_ID);
    run(to, (const char *) sqlite3_column_text(schema, 2));
    if (rows.count) insert_rows(to, name, rows);
    wall += seconds(CLOCK_MONOTONIC) - begun;
    cpu += seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
    cells += rows.count;
    free_rows(rows);
  }
  sqlite3_finalize(schema);
  double begun = seconds(CLOCK_MONOTONIC), used = seconds(CLOCK_PROCESS_CPUTIME_ID);
  run(to, "COMMIT");
  wall += seconds(CLOCK_MONOTONIC) - begun;
  cpu += seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
  printf("%ld values, SQLite %s: %.2f s of wall time, %.2f s of CPU\n", cells, sqlite3_libversion(),
         wall, cpu);
  sqlite3_close(to);
  sqlite3_close(from);
  return 0;
}
