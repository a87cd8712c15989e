namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>How a phase counts towards the reference processing time of a collection.</summary>
internal enum ReferencePart
{
    /// <summary>Covers all references; some collectors print it twice.</summary>
    Repeated,

    /// <summary>Covers all references, or a part that is added to the total.</summary>
    Whole,

    /// <summary>Not reference processing, but added to the total (weak tables).</summary>
    Beside,

    /// <summary>One kind of reference; the sum over all kinds replaces the whole if that isn't printed.</summary>
    Instead,

    /// <summary>Like <see cref="Instead"/>, and its kind only counts if finer phases aren't printed.</summary>
    InsteadOfBoth,

    /// <summary>Part of another phase; only adds to the time of its kind.</summary>
    OfKind,
}
