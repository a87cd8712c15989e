namespace Unpause.Bench.App.Variants;

/// <summary>One way to write the requests: three lists, a set of what is in any of them, and a result.</summary>
internal interface IVariant
{
    /// <summary>Lists and set of ids; the result is a list of the items.</summary>
    Answer OfIds(Store store, Group[] groups);

    /// <summary>Lists and set of items; the result is a list of ids.</summary>
    Answer OfItems(Store store, Group[] groups);
}
