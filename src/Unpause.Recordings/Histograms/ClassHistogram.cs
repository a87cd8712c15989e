using System.Buffers.Text;
using System.Runtime.InteropServices;
using System.Text;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Jvm;

namespace Unpause.Recordings.Histograms;

/// <summary>The objects of a heap, counted by class.</summary>
/// <param name="isLibrary">Whether a class is its runtime's own; null: as of the JVM.</param>
public sealed class ClassHistogram(Func<string, bool>? isLibrary = null)
{
    private readonly Dictionary<string, (long Instances, long Bytes)> _classes = new(StringComparer.Ordinal);

    /// <summary>Every class, in no order.</summary>
    public IEnumerable<ClassCount> Classes => _classes.Select(pair => new ClassCount(pair.Key, pair.Value.Instances, pair.Value.Bytes));

    public int Count => _classes.Count;

    public long Instances { get; private set; }

    public long Bytes { get; private set; }

    /// <summary>Whether a class is its runtime's own.</summary>
    internal Func<string, bool> IsLibrary { get; } = isLibrary ?? JvmTypeNames.IsLibrary;

    /// <summary>A class's objects; zero when there are none.</summary>
    public ClassCount this[string type]
    {
        get
        {
            var (instances, bytes) = _classes.GetValueOrDefault(type);
            return new ClassCount(type, instances, bytes);
        }
    }

    /// <summary>Adds objects of a class: loaders may have one of the same name each, and hidden classes differ by number only.</summary>
    /// <param name="type">The class in the virtual machine's form (<c>[B</c>, <c>java.lang.String</c>).</param>
    /// <param name="instances">Objects.</param>
    internal void Add(string type, long instances, long bytes)
    {
        if (JvmTypeNames.Readable(type) is { } name) AddReadable(name, instances, bytes);
    }

    /// <summary>Adds objects of a class whose name is as it is shown.</summary>
    public void AddReadable(string name, long instances, long bytes)
    {
        if (_classes.Count >= Limits.HistogramClasses && !_classes.ContainsKey(name)) return;

        ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_classes, name, out _);
        sum = (Plus(sum.Instances, instances), Plus(sum.Bytes, bytes));
        Instances = Plus(Instances, instances);
        Bytes = Plus(Bytes, bytes);
    }

    /// <summary>Numbers come from a file: a hostile one must not overflow.</summary>
    private static long Plus(long sum, long more) => sum > long.MaxValue - more ? long.MaxValue : sum + more;
}

/// <summary>How many objects of a class there are.</summary>
/// <param name="Type">The class, as the source has it. Hostile: escape before showing.</param>
/// <param name="Instances">Objects.</param>
public readonly record struct ClassCount(string Type, long Instances, long Bytes);

/// <summary>A class in two histograms.</summary>
/// <param name="Library">Whether it is the runtime's own.</param>
/// <param name="Before">In the first.</param>
/// <param name="After">In the second.</param>
public readonly record struct ClassChange(string Type, bool Library, ClassCount Before, ClassCount After)
{
    /// <summary>By how many objects the second has more; negative when fewer.</summary>
    public long Instances => After.Instances - Before.Instances;

    /// <summary>By how many bytes the second has more.</summary>
    public long Bytes => After.Bytes - Before.Bytes;
}

/// <summary>Two histograms side by side: of two versions of a program, or of all objects and the live ones.</summary>
/// <param name="Classes">Every class of either whose counts differ, the largest change of objects first.</param>
public sealed record HistogramComparison(ClassHistogram Before, ClassHistogram After, IReadOnlyList<ClassChange> Classes)
{
    public static HistogramComparison Compare(ClassHistogram before, ClassHistogram after)
    {
        var types = before.Classes.Concat(after.Classes).Select(row => row.Type).Distinct(StringComparer.Ordinal);
        var changes = types.Select(type => new ClassChange(type, after.IsLibrary(type), before[type], after[type])).Where(
            change => change.Instances != 0 || change.Bytes != 0);
        return new HistogramComparison(before, after, [.. changes.OrderByDescending(change => Math.Abs(change.Instances))
            .ThenByDescending(change => Math.Abs(change.Bytes))
            .ThenBy(change => change.Type, StringComparer.Ordinal)]);
    }

    /// <summary>The application's own class that changed most; null when none did.</summary>
    public ClassChange? OwnMost => Classes.Where(change => !change.Library).Select(change => (ClassChange?)change).FirstOrDefault();
}

/// <summary>
/// Reads what <c>jcmd PID GC.class_histogram</c> and <c>jmap -histo</c> print (JDK 5-25):
/// <c>   1:   77346   1237536  app.Response (app@1.0)</c>. Other lines around the table are skipped.
/// </summary>
public static class HistogramReader
{
    /// <summary>Reads a stream, which may be gzip'ed; null when it contains no histogram. Of several the last.</summary>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is packed, and the packing is damaged.</exception>
    public static ClassHistogram? Read(Stream stream)
    {
        using var unpacked = PeekedStream.Unpack(stream);
        var lines = new LineReader(unpacked);
        ClassHistogram? histogram = null;
        while (lines.MoveNext())
        {
            if (!TryReadRow(lines.Line, out var number, out var row)) continue;
            if (number == 1 || histogram is null) histogram = new ClassHistogram();
            histogram.Add(row.Type, row.Instances, row.Bytes);
        }

        if (lines.Failure is { } failure) throw failure;
        return histogram;
    }

    private static bool TryReadRow(ReadOnlySpan<byte> line, out long number, out ClassCount row)
    {
        row = default;
        if (!TryTakeNumber(ref line, out number) || line is not [(byte)':', ..]) return false;
        line = line[1..];
        if (!TryTakeNumber(ref line, out var instances) || !TryTakeNumber(ref line, out var bytes)) return false;
        line = line.Trim((byte)' ');
        // Since JDK 9 the module follows the class; before, names of some internal classes have blanks inside < >.
        var module = line.LastIndexOf(" ("u8);
        if (module > 0 && line[^1] == ')') line = line[..module];
        if (line.IsEmpty) return false;
        row = new ClassCount(Encoding.UTF8.GetString(line[..Math.Min(line.Length, Limits.TextBytes)]), instances, bytes);
        return true;
    }

    private static bool TryTakeNumber(ref ReadOnlySpan<byte> line, out long number)
    {
        line = line.TrimStart((byte)' ');
        if (!Utf8Parser.TryParse(line, out number, out var used) || number < 0) return false;
        line = line[used..];
        return true;
    }
}
