namespace Unpause.Diagnosis.Jvm;

/// <summary>How a phase counts towards a collection's time for references.</summary>
internal enum ReferencePart
{
    /// <summary>All references; some collectors print it twice.</summary>
    Repeated,

    /// <summary>All references, or what is to be added to them.</summary>
    Whole,

    /// <summary>Something else than references, added to them.</summary>
    Beside,

    /// <summary>One kind; all of them stand for the whole where it isn't printed.</summary>
    Instead,

    /// <summary>The same for the whole, and its kind only counts where finer ones aren't printed.</summary>
    InsteadOfBoth,

    /// <summary>A part of another phase, which only tells the kind.</summary>
    OfKind,
}
