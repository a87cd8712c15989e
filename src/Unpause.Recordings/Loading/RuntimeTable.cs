using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.Go;
using Unpause.Recordings.Readers.Jvm;
using Unpause.Recordings.Readers.Node;
using Unpause.Recordings.Readers.Perf;
using Unpause.Recordings.Readers.Prometheus;
using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Readers.Ruby;

namespace Unpause.Recordings.Loading;

/// <summary>The runtimes whose recordings are read, one row each.</summary>
public sealed class RuntimeTable
{
    /// <summary>A table of some runtimes.</summary>
    internal RuntimeTable(params IReadOnlyList<RuntimeDescriptor> runtimes)
    {
        Runtimes = runtimes;
        // A stable order: of two formats with equal evidence, the runtime's row decides, and in it the format's.
        var all = runtimes.SelectMany(runtime => runtime.Formats).Append(PrometheusFormats.Row).Concat(PerfFormats.All).ToList();
        Formats =
        [
            .. all.Where(format => format.Evidence == FormatEvidence.Magic),
            .. all.Where(format => format.Evidence == FormatEvidence.WholeLine),
            .. all.Where(format => format.Evidence == FormatEvidence.LineShape),
        ];
    }

    /// <summary>What unpause reads.</summary>
    public static RuntimeTable Default { get; } = new(
        DotNetDescriptor.Row,
        JvmDescriptor.Row,
        GoDescriptor.Row,
        PythonDescriptor.Row,
        NodeDescriptor.Row,
        RubyDescriptor.Row);

    internal IReadOnlyList<RuntimeDescriptor> Runtimes { get; }

    /// <summary>Their formats in the order in which they are tried.</summary>
    internal IReadOnlyList<RecordingFormat> Formats { get; }

    /// <summary>The runtimes' names in the contract.</summary>
    public IReadOnlyList<string> Ids => [.. Runtimes.Select(runtime => runtime.Traits.Id)];

    /// <summary>The formats' names in the contract.</summary>
    public IReadOnlyList<string> FormatNames =>
    [
        .. Runtimes.SelectMany(runtime => runtime.Formats).Append(PrometheusFormats.Row).Concat(PerfFormats.All)
            .Select(format => format.Name),
        // Distinguished from other profiles of Go by its content.
        PerfFormats.CpuProfile,
    ];

    /// <summary>A format by its name; null where there is none.</summary>
    public RecordingFormat? FormatOf(string name) => Formats.FirstOrDefault(format => format.Name == name);

    /// <summary>The names of generations in the contract, of all runtimes.</summary>
    public IReadOnlyList<string> Generations =>
        [.. Runtimes.SelectMany(runtime => runtime.Traits.Generations).Distinct(StringComparer.Ordinal)];

    /// <summary>The names of heap spaces in the contract, of all runtimes.</summary>
    public IReadOnlyList<string> SpaceNames =>
        [.. Runtimes.SelectMany(runtime => runtime.Traits.Spaces).Select(space => space.Name).Distinct(StringComparer.Ordinal)];

    /// <summary>What can be read, in one phrase: <c>.nettrace files, JVM GC logs, …</c>.</summary>
    public string Inputs =>
        string.Join(", ", Runtimes.Select(runtime => runtime.Inputs).Append(PrometheusFormats.Inputs).Append(PerfFormats.Inputs));

    /// <summary>
    /// Reads every input. Nothing is thrown for an input's content or when it cannot be opened: see <see cref="LoadedRecordings.Unread"/>.
    /// </summary>
    /// <param name="inputs">The inputs in the user's order; parts of one rotated log are joined, and so
    /// are a JVM's log and flight recording.</param>
    public LoadedRecordings Load(IReadOnlyList<RecordingInput> inputs) => new RecordingLoader(this, new MemoryLimit()).Load(inputs);

    /// <summary>Finds the format of an input from its content, never from its name.</summary>
    /// <param name="block">The first bytes, as many as there are up to <see cref="Limits.DetectionBytes"/>.</param>
    public RecordingFormat? DetectAtStart(ReadOnlySpan<byte> block)
    {
        foreach (var format in Formats)
        {
            if (format.Recognises(block)) return format;
        }

        return null;
    }

    /// <summary>Finds a text format further inside an input, such as collector lines after much other output.</summary>
    internal RecordingFormat? DetectInside(ReadOnlySpan<byte> block)
    {
        foreach (var format in Formats)
        {
            if (!format.Binary && format.Recognises(block)) return format;
        }

        return null;
    }

    /// <summary>Finds lines of text formats behind prefixes.</summary>
    public IReadOnlyList<FindsLine> LineStarts => [.. Formats.Select(format => format.LineStart).OfType<FindsLine>()];

    /// <summary>What takes files that add to recordings, for one reading.</summary>
    internal IReadOnlyList<ICompanionFiles> NewCompanions() =>
        [.. Runtimes.Select(runtime => runtime.Companions).OfType<Func<ICompanionFiles>>().Select(make => make())];

    /// <summary>Makes one recording of those that certainly are of one process.</summary>
    internal IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        foreach (var runtime in Runtimes)
        {
            if (runtime.Join is { } join) recordings = join(recordings);
        }

        return CpuJoin.Join(recordings);
    }
}
