using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>What needs no server: addresses, literals, rows, statements, the spool.</summary>
public class ClickHouseWordsTests
{
    [Theory]
    [InlineData("clickhouse://host/fleet", "host", 8123, "fleet", null)]
    [InlineData("clickhouse://writer@10.0.0.1:9123/fleet_2/", "10.0.0.1", 9123, "fleet_2", "writer")]
    public void Address_Usual_IsRead(string text, string host, int port, string database, string? user) =>
        Assert.Equal(new ClickHouseAddress(host, port, database, user, "secret"), ClickHouseAddress.Parse(text, "secret"));

    [Theory]
    [InlineData("http://host/fleet")]
    [InlineData("clickhouse://host/")]
    [InlineData("clickhouse://host/a;DROP")]
    [InlineData("clickhouse://host/1a")]
    [InlineData("clickhouse://user:Tr0ub4dor@host/fleet")]
    [InlineData("clickhouse://host/fleet?x=1")]
    [InlineData("")]
    public void Address_Wrong_IsTheUsersMistake(string text)
    {
        var mistake = Assert.Throws<UserMistake>(() => ClickHouseAddress.Parse(text, null));
        Assert.DoesNotContain("Tr0ub4dor", mistake.Message);
    }

    [Fact]
    public void Place_OfAnAddressWithPassword_LacksIt() =>
        Assert.Equal("clickhouse://me@host:8123/fleet", ClickHouseAddress.Parse("clickhouse://me@host/fleet", "secret").Place);

    [Theory]
    [InlineData("18.16.1", false)]
    [InlineData("20.7.9.1", false)]
    [InlineData("20.8.2.3", true)]
    [InlineData("25.3.1.1", true)]
    [InlineData("nonsense", false)]
    public void Dialect_OfAVersion_IsChosen(string version, bool isNew) => Assert.Equal(isNew, ClickHouseDialect.Of(version).IsNew);

    [Fact]
    public void CreateTables_NewServer_HaveCodecsTtlAndLowCardinality()
    {
        foreach (var statement in new ClickHouseDialect(true).CreateTables())
        {
            Assert.Contains("CODEC(ZSTD", statement);
            Assert.Contains("LowCardinality(String)", statement);
            Assert.Contains("TTL day + INTERVAL", statement);
            Assert.Contains("ReplacingMergeTree(made)", statement);
            // It refuses a codec after a default, and settings before the TTL.
            Assert.True(statement.IndexOf("ORDER BY", StringComparison.Ordinal) < statement.IndexOf("TTL", StringComparison.Ordinal));
        }

        Assert.Contains("DateTime64(3, 'UTC') ALIAS", new ClickHouseDialect(true).CreateTables().First());
    }

    [Fact]
    public void CreateTables_OldServer_HaveNothingNew()
    {
        foreach (var statement in new ClickHouseDialect(false).CreateTables())
        {
            foreach (var word in new[] { "CODEC", "TTL", "LowCardinality", "DateTime64", "SETTINGS" }) Assert.DoesNotContain(word,
                statement);
        }
    }

    [Fact]
    public void CreateTables_BothServers_HaveTheColumnsThatAreWritten()
    {
        foreach (var isNew in new[] { false, true })
        {
            var statements = new ClickHouseDialect(isNew).CreateTables().ToList();
            foreach (var (statement, written) in statements.Zip([ClickHouseTables.Runs, ClickHouseTables.Causes, ClickHouseTables.Stops]))
            {
                foreach (var column in written.Split('(', ')')[1].Split(", "))
                {
                    Assert.Matches($@"[ (,]{column} (String|U?Int|Float|Date|Nullable|Array|LowCard)", statement.ReplaceLineEndings(" "));
                }
            }
        }
    }

    [Fact]
    public void Literal_HostileText_IsEscaped() =>
        Assert.Equal(@"'a\'b\\c\x00\x0A\x7F\'; DROP'", ClickHouseText.Literal("a'b\\c\0\n\u007F'; DROP"));

    [Theory]
    [InlineData("abc", 2, "ab")]
    [InlineData("aé", 2, "a")]
    [InlineData("a\U0001F600", 4, "a")]
    [InlineData("a\U0001F600", 5, "a\U0001F600")]
    public void Utf8_LongOrDamagedText_IsCutBetweenCharacters(string text, int most, string expected) =>
        Assert.Equal(expected, System.Text.Encoding.UTF8.GetString(ClickHouseText.Utf8(text, most)));

    [Fact]
    public void Utf8_HalfOfACharacter_IsReplaced() =>
        Assert.Equal("\uFFFDx", System.Text.Encoding.UTF8.GetString(ClickHouseText.Utf8("\uD800x", 100)));

    [Fact]
    public void RowBinary_AllTypes_AreReadAsWritten()
    {
        var rows = new RowBinaryWriter();
        rows.Write(-5L);
        rows.Write((long?)null);
        rows.Write((double?)1.5);
        rows.Write(double.NaN);
        rows.Write((double?)double.PositiveInfinity);
        rows.Write(new string('x', 300), 1000);
        rows.Write([-3, 4]);
        rows.Write([7L, -1]);
        var reader = new RowBinaryReader(new MemoryStream(rows.Written.ToArray()));
        Assert.True(reader.MoveNext());
        Assert.Equal(-5, reader.ReadInt64());
        Assert.Null(reader.ReadNullableInt64());
        Assert.Equal(1.5, reader.ReadNullableDouble());
        Assert.Equal(0, reader.ReadDouble());
        Assert.Null(reader.ReadNullableDouble());
        Assert.Equal(300, reader.ReadText().Length);
        Assert.Equal([-3, 4], reader.ReadShorts());
        Assert.Equal([7L, 0], reader.ReadCounts());
        Assert.False(reader.MoveNext());
    }

    [Fact]
    public void RowBinary_CutOrHugeAnswer_IsRefusedBeforeRoomIsMade()
    {
        Assert.Throws<EndOfStreamException>(() => new RowBinaryReader(new MemoryStream([1, 2])).ReadInt64());
        Assert.Throws<InvalidDataException>(() => new RowBinaryReader(new MemoryStream([0xFF, 0xFF, 0xFF, 0x7F])).ReadText());
        Assert.Throws<InvalidDataException>(() => new RowBinaryReader(new MemoryStream([0xFF, 0xFF, 0xFF, 0xFF, 0x7F])).ReadText());
    }

    [Fact]
    public void Content_OtherFileName_IsEqualAndOtherMeasuresAreNot()
    {
        var scratch = new RowBinaryWriter();
        var run = MadeRuns.Make(1, 1)[0];
        var content = ClickHouseTables.ContentOf(run, scratch);
        Assert.Equal(content, ClickHouseTables.ContentOf(run with { Run = run.Run with { Report = "moved.json" } }, scratch));
        Assert.NotEqual(content, ClickHouseTables.ContentOf(run with { Run = run.Run with { Collections = 77 } }, scratch));
        Assert.NotEqual(content, ClickHouseTables.ContentOf(run with { Causes = [] }, scratch));
    }

    [Fact]
    public void Spool_DamagedFile_IsSetAside()
    {
        using var folder = new OwnFolder();
        var spool = new BatchSpool(folder.Path, 1 << 20);
        Assert.True(spool.TryAdd(new(1, new byte[10], new byte[20], default, new byte[30], new byte[8])));
        Assert.True(spool.TryAdd(new(2, new byte[10], default, default, default)));
        var files = spool.Waiting();
        Assert.Equal([1, 2], files.Select(file => BatchSpool.Read(file)!.RunCount));
        Assert.Equal((30, 8), (BatchSpool.Read(files[0])!.Traces.Length, BatchSpool.Read(files[0])!.Marks.Length));
        var bytes = File.ReadAllBytes(files[0]);
        bytes[^1] ^= 1;
        File.WriteAllBytes(files[0], bytes);
        Assert.Null(BatchSpool.Read(files[0]));
        Assert.Equal([files[1]], spool.Waiting());
        for (var length = 0; length < bytes.Length; length++) Assert.Null(RunBatch.FromBytes(bytes.AsMemory(0, length)));
    }

    [Fact]
    public void Spool_Full_RefusesAndLeavesNothingHalfWritten()
    {
        using var folder = new OwnFolder();
        var spool = new BatchSpool(folder.Path, 100);
        Assert.True(spool.TryAdd(new(1, new byte[10], default, default, default)));
        Assert.False(spool.TryAdd(new(1, new byte[1000], default, default, default)));
        Assert.Single(Directory.GetFiles(folder.Path));
    }

    [RootFact]
    public async Task Spool_DiskFull_RefusesAndLeavesNothingHalfWritten()
    {
        await using var disk = await SmallDisk.MountAsync(megabytes: 1);
        var spool = new BatchSpool(disk.Path, 1 << 30);
        Assert.True(spool.TryAdd(new(1, new byte[1000], default, default, default)));
        Assert.False(spool.TryAdd(new(1, new byte[2_000_000], default, default, default)));
        Assert.Single(Directory.GetFiles(disk.Path));
        Assert.Equal(1, BatchSpool.Read(Assert.Single(spool.Waiting()))!.RunCount);
    }
}
