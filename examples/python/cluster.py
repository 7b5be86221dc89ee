"""How games end, variant by variant, worked out by a Spark cluster: python cluster.py PATH [MASTER]

PATH is a file, a folder or a pattern, local or of any system that fsspec has; MASTER is that of Spark, local[2] by
default.
"""

import sys

from movetext.spark import MovetextSource
from pyspark.sql import SparkSession
from pyspark.sql import functions as sql


def main(path: str, master: str = "local[2]") -> None:
    spark = SparkSession.builder.master(master).appName("movetext").config("spark.ui.enabled", "false").getOrCreate()
    spark.dataSource.register(MovetextSource)
    games = spark.read.format("movetext").option("columns", "variant,result,plies,errors").load(path)
    ends = games.groupBy("variant", "result").agg(
        sql.count("*").alias("games"),
        sql.round(sql.avg("plies"), 1).alias("plies"),
        sql.sum(sql.expr("int(errors > 0)")).alias("with_errors"),
    )
    for row in ends.orderBy("variant", "result").toLocalIterator():
        print(f"{row.variant:8} {row.result or '-':14} {row.games:6} games of {row.plies} plies, {row.with_errors} with errors")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
