using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Tests.Readers;

public class CollectionFactsTests
{
    [Fact]
    public void CollectionFacts_Rows_AreReadAsWritten()
    {
        var random = new Random(20_261_121);
        var begun = new CollectionFactsBuilder();
        var rows = new Dictionary<int, long[]>();
        for (var i = 0; i < 3_000; i++)
        {
            var row = Row(random);
            // Rows come in the order in which collections end, and a few twice.
            var collection = random.Next(2_000);
            begun.Set(collection, row);
            rows[collection] = row;
        }

        var facts = begun.Build();
        var read = new long[CollectionFacts.Width];
        for (var collection = 0; collection < 2_010; collection++)
        {
            Assert.Equal(rows.ContainsKey(collection), facts.TryRead(collection, read));
            if (!rows.TryGetValue(collection, out var row)) continue;
            Assert.Equal(row, read);
            for (var fact = CollectionFact.Heaps; fact <= CollectionFact.Foreground; fact++)
            {
                Assert.Equal(Known(row[CollectionFacts.Index(fact)]), facts.Get(collection, fact));
            }

            Assert.Equal(
                Known(row[CollectionFacts.Index(DotNetSpaces.Large, SpaceFact.Free)]),
                facts.Get(collection, DotNetSpaces.Large, SpaceFact.Free));
            Assert.Equal(
                Known(row[CollectionFacts.Index(DotNetSpaces.Pinned, SpaceFact.Budget)]),
                facts.Get(collection, DotNetSpaces.Pinned, SpaceFact.Budget));
        }
    }

    [Fact]
    public void CollectionFacts_NumbersNotSet_AreUnknown()
    {
        var facts = new CollectionFactsBuilder().Build();
        Assert.Null(facts.Get(0, CollectionFact.Heaps));
        Assert.Null(facts.Get(-1, DotNetSpaces.Gen0, SpaceFact.After));
        Assert.False(facts.TryRead(7, new long[CollectionFacts.Width]));
    }

    private static long[] Row(Random random)
    {
        var row = new long[CollectionFacts.Width];
        for (var i = 0; i < row.Length; i++)
        {
            row[i] = random.Next(6) switch
            {
                0 => CollectionFacts.Unknown,
                1 => 0,
                2 => -random.NextInt64(1L << 40),
                3 => random.Next(200),
                4 => long.MaxValue,
                _ => random.NextInt64(),
            };
        }

        return row;
    }

    private static long? Known(long value) => value == CollectionFacts.Unknown ? null : value;
}
