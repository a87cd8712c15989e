using System.Runtime.InteropServices;
using Unpause.Recordings.Readers.Jvm;

namespace Unpause.Recordings.Histograms;

/// <summary>The objects of a heap, counted by class.</summary>
/// <param name="isLibrary">Whether a class is its runtime's own; null: as of the JVM.</param>
public sealed class ClassHistogram(Func<string, bool>? isLibrary = null)
{
    private readonly Dictionary<string, (long Instances, long Bytes)> _classes = new(StringComparer.Ordinal);

    /// <summary>Every class, in no order.</summary>
    internal IEnumerable<ClassCount> Classes => _classes.Select(pair => new ClassCount(pair.Key, pair.Value.Instances, pair.Value.Bytes));

    internal int Count => _classes.Count;

    internal long Instances { get; private set; }

    internal long Bytes { get; private set; }

    /// <summary>Whether a class is its runtime's own.</summary>
    internal Func<string, bool> IsLibrary { get; } = isLibrary ?? JvmTypeNames.IsLibrary;

    /// <summary>A class's objects; zero when there are none.</summary>
    internal ClassCount this[string type]
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
    /// <param name="bytes">Their size.</param>
    internal void Add(string type, long instances, long bytes)
    {
        if (JvmTypeNames.Readable(type) is { } name) AddReadable(name, instances, bytes);
    }

    /// <summary>Adds objects of a class whose name is as it is shown.</summary>
    internal void AddReadable(string name, long instances, long bytes)
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
