package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlStatementTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ";",
        "select 1",
        "select 1;",
        "select 1 ; \n ;; ",
        "select ';' ; -- select 2;\n",
        "select 'it''s; fine', \"a;b\", `c;d`, [e;f] /* ; */ from t -- ; what",
        "/* a; b */ select 1; /* unfinished",
        "select 'unfinished; select 2"
      })
  void oneStatementHasNothingBehindIt(String sql) {
    assertThat(SqlStatement.rest(sql)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "select 1; select 2, select 2",
        "select ';';select 2 -- x, select 2 -- x",
        "~select 1; /* why; not */ -- or\nselect 2~, select 2",
        "select 1; /* why; */ drop table t;, drop table t;"
      })
  void whatFollowsTheFirstIsFound(String sql, String rest) {
    assertThat(SqlStatement.rest(sql)).isEqualTo(rest);
  }
}
