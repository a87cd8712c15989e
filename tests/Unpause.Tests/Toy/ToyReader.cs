using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Toy;

/// <summary>Reads the made-up runtime's log.</summary>
internal sealed class ToyReader : IRecordingReader
{
    private const long Millisecond = 1_000_000;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var source =
            new SourceBuilder { Format = ToyRuntime.Format, Runtime = ToyRuntime.Id, Traits = ToyRuntime.Traits, Files = context.Files };
        var recording = new RecordingBuilder { Source = source, Facts = new CollectionFactsBuilder() };
        using var reader = new StreamReader(stream);
        var row = new long[CollectionFacts.Width];
        while (reader.ReadLine() is { } line)
        {
            var words = line.Split(' ');
            var (at, length) = (Number(words[3]) * Millisecond, Number(words[6]) * Millisecond);
            var index = recording.Collections.Count;
            var collection = recording.Begin(index);
            collection.Generation = words[1];
            collection.StartNanoseconds = at;
            collection.EndNanoseconds = at + length;
            recording.Pauses.Add(new Pause(at, length, index, "stop"));
            Array.Fill(row, CollectionFacts.Unknown);
            Fill(row, ToyRuntime.Eden, Number(words[11]), Number(words[9]));
            Fill(row, ToyRuntime.Attic, 1000, 1000);
            recording.Facts!.Set(index, row);
            recording.DurationNanoseconds = at + length;
        }

        return [recording.Build()];
    }

    private static void Fill(long[] row, HeapSpace space, long before, long survived)
    {
        foreach (var (fact, value) in new[]
        {
            (SpaceFact.Before, before), (SpaceFact.After, survived), (SpaceFact.Free, 0), (SpaceFact.Survived, survived),
            (SpaceFact.Budget, 5000)
        })
            row[CollectionFacts.Index(space, fact)] = value;
    }

    private static long Number(string word) => long.Parse(word, CultureInfo.InvariantCulture);
}
