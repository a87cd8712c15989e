using System.Text.Json;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Recordings.Readers.Node.Profiles;

/// <summary>
/// Reads samples of V8's CPU profiler (<c>.cpuprofile</c>: <c>node --cpu-prof</c>, Chrome's developer tools, the inspector's domain
/// Profiler): the call tree, for each sample its place in it, and the time between samples in microseconds. One thread is sampled; a
/// collection on it is <c>(garbage collector)</c>, so no single pause is known. Ticks by line are not read. Source: Chrome DevTools
/// Protocol, Profiler.Profile; V8, src/profiler/cpu-profiler.cc.
/// </summary>
internal sealed class CpuProfileReader : IRecordingReader
{
    private const string Idle = "(idle)", Collector = "(garbage collector)";

    /// <summary>1.96 standard errors: 95 of 100 such intervals have the true share.</summary>
    private const double Certainty = 1.96;

    /// <summary>Kinds of work whose time is noted; V8 has four.</summary>
    private const int MostKinds = 6;

    /// <summary>Beyond that, numbers in JSON are no longer exact.</summary>
    private const long MostSamples = 1L << 53;

    private readonly CoverageBuilder _coverage = new();
    private readonly CallTree _tree = new();
    private readonly List<int> _order = [];
    private readonly ChunkedList<long> _samples = [];
    private readonly ChunkedList<long> _between = [];
    private long? _start, _end;

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether a block is the beginning of a profile.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        block = JsonElements.WithoutBlanks(block);
        return block.StartsWith("{"u8) && block.IndexOf("\"callFrame\""u8) >= 0 && block.IndexOf("\"hitCount\""u8) >= 0
            && block.IndexOf("\"nodes\""u8) >= 0;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var bytes = ProfileBytes.Read(stream, out var fault);
        if ((Fault = fault) is not null) return [];
        context.Memory.Watch(() => bytes.Length + (100L * _tree.Count) + (16L * _samples.Count));
        try
        {
            ReadRoot(JsonElements.WithoutBlanks(bytes.Span));
        }
        catch (JsonException)
        {
            _coverage.Add("The profile has no end, or is damaged: what follows is missing.", unreadable: true);
        }

        _coverage.Lines = 1;
        return Build(context);
    }

    private void ReadRoot(ReadOnlySpan<byte> bytes)
    {
        var json = new Utf8JsonReader(bytes, ProfileFrames.Options);
        json.Read();
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            if (json.ValueSpan.SequenceEqual("nodes"u8)) ReadNodes(ref json);
            else if (json.ValueSpan.SequenceEqual("samples"u8)) ReadNumbers(ref json, _samples);
            else if (json.ValueSpan.SequenceEqual("timeDeltas"u8)) ReadNumbers(ref json, _between);
            else if (json.ValueSpan.SequenceEqual("startTime"u8)) _start = Time(ref json);
            else if (json.ValueSpan.SequenceEqual("endTime"u8)) _end = Time(ref json);
            else json.Skip();
        }
    }

    private static long? Time(ref Utf8JsonReader json)
    {
        json.Read();
        if (json.TokenType == JsonTokenType.Number) return ProfileFrames.Number(in json);
        json.Skip();
        return null;
    }

    private void ReadNodes(ref Utf8JsonReader json)
    {
        json.Read();
        if (json.TokenType != JsonTokenType.StartArray) return;
        while (json.Read() && json.TokenType != JsonTokenType.EndArray)
        {
            if (json.TokenType != JsonTokenType.StartObject)
            {
                json.Skip();
                continue;
            }

            var node = _tree.Add();
            while (json.Read() && json.TokenType == JsonTokenType.PropertyName) ReadField(ref json, node);
        }
    }

    private void ReadField(ref Utf8JsonReader json, int node)
    {
        var name = json.ValueSpan;
        json.Read();
        if (name.SequenceEqual("id"u8)) _tree.Identify(node, ProfileFrames.Number(in json));
        else if (name.SequenceEqual("parent"u8)) _tree.PutBelow(node, ProfileFrames.Number(in json));
        else if (name.SequenceEqual("hitCount"u8)) _tree.AddHits(node, ProfileFrames.Number(in json));
        else if (name.SequenceEqual("callFrame"u8) && json.TokenType == JsonTokenType.StartObject)
        {
            _tree.Name(node, ProfileFrames.Read(ref json));
        }
        else if (name.SequenceEqual("children"u8) && json.TokenType == JsonTokenType.StartArray)
        {
            while (json.Read() && json.TokenType == JsonTokenType.Number) _tree.AddChild(node, ProfileFrames.Number(in json));
        }
        else
        {
            json.Skip();
        }
    }

    private static void ReadNumbers(ref Utf8JsonReader json, ChunkedList<long> numbers)
    {
        json.Read();
        if (json.TokenType != JsonTokenType.StartArray) return;
        while (json.Read() && json.TokenType == JsonTokenType.Number) numbers.Add(ProfileFrames.Number(in json));
    }

    private IReadOnlyList<Recording> Build(ReadContext context)
    {
        var idle = Count(out var lengths);
        var set = new SampleSet();
        var stack = new SampleStack();
        var thread = set.IndexOfThread("JavaScript thread"u8);
        var names = _tree.Names.Select(name => set.Names.IndexOf(Encoding.UTF8.GetBytes(name))).ToArray();
        foreach (var node in _order)
        {
            if (_tree.Hits(node) > MostSamples - set.Samples) continue;
            stack.BeginProfiled(thread, _tree.Hits(node));
            var at = node;
            // A damaged tree may be a circle.
            for (var depth = 0; at >= 0 && depth < Limits.CpuStackFrames; depth++, at = _tree.Parent(at))
            {
                if (_tree.Name(at) == CallTree.Root) continue;
                var name = names[_tree.NameIndex(at)];
                stack.Add(name, set.Names.BitsOf(name));
            }

            set.Add(stack);
        }

        if (set.Samples == 0)
        {
            Fault = idle > 0 ? "all its samples are idle" : "it has no samples";
            return [];
        }

        var error = Error(set.Samples);
        Note(set.Samples, idle, lengths);
        var known = CpuRuntime.All.First(runtime => runtime.Id == Runtimes.Node);
        return new CpuRecordings(set, Event(error), NodeFormats.CpuProfile) { Known = known }.Finish(context.Files, _coverage);
    }

    /// <summary>Half of the 95 % confidence interval of the collector's share, in percentage points.</summary>
    private double Error(long samples)
    {
        long collector = 0;
        foreach (var node in _order)
        {
            if (_tree.Name(node) == Collector) collector = Math.Min(collector + _tree.Hits(node), samples);
        }

        var share = (double)collector / samples;
        return 100 * Certainty * Math.Sqrt(share * (1 - share) / samples);
    }

    /// <summary>Counts the samples by node and gives those of the idle thread, which take no CPU time.</summary>
    /// <param name="lengths">The time until the next sample by what a sample was taken in.</param>
    private long Count(out Dictionary<string, long> lengths)
    {
        lengths = new Dictionary<string, long>(StringComparer.Ordinal);
        var whole = _samples.Count > 0;
        if (whole) _tree.ClearHits();
        for (var i = 0; i < _samples.Count; i++)
        {
            if (_tree.Find(_samples[i]) is not (>= 0 and var node)) continue;
            _tree.AddHits(node, 1);
            var length = i + 1 < _between.Count ? Math.Min(_between[i + 1], Limits.LongestNanoseconds / 1000) : 0;
            var kind = _tree.Name(node) is { } name && CallTree.IsV8s(name) ? name : "JavaScript";
            ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(lengths, kind, out _);
            sum = Math.Min(sum + length, Limits.LongestNanoseconds / 1000);
        }

        long idle = 0;
        for (var node = 0; node < _tree.Count; node++)
        {
            if (_tree.Hits(node) == 0) continue;
            if (_tree.Name(node) == Idle) idle += _tree.Hits(node);
            else _order.Add(node);
        }

        return idle;
    }

    private void Note(long samples, long idle, Dictionary<string, long> lengths)
    {
        _coverage.Add($"Shares are of {Quantities.Count(samples)} samples in which the thread was busy; {Quantities.Count(idle)} idle "
            + "samples are left out.");
        if (lengths.Values.Any(length => length > 0))
        {
            _coverage.Add("By the time until the next sample: " + string.Join(", ", lengths.OrderByDescending(pair => pair.Value)
                .Take(MostKinds).Select(pair => $"{pair.Key} {Quantities.Duration(1000 * pair.Value)}")) + ".");
        }

        _coverage.Add("V8's CPU profiler samples the thread that runs JavaScript, and no helper threads of the collector. It does not "
            + "record collections: no pause is known.");
        if (_tree.IsFull)
            _coverage.Add($"The profile has more than {Quantities.Count(Limits.ProfileEntries)} places: the others are left out.");
    }

    private string Event(double error) => "V8's CPU profiler"
        + (_end - _start is > 0 and <= Limits.LongestNanoseconds / 1000 and var length ? $" in {Quantities.Duration(1000 * length)}" : "")
        + (Interval() is { } interval ? $", one per {Quantities.Duration(1000 * interval)} (median)" : "")
        + (error > 0 ? $", the share of GC ± {error.ToString("0.#", CultureInfo.InvariantCulture)} points (95 % confidence interval)" : "");

    private long? Interval()
    {
        if (_between.Count < 2) return null;
        var sorted = new ChunkedList<long>(_between);
        sorted.Sort();
        return sorted[sorted.Count / 2];
    }
}
