using System.Runtime.InteropServices;

namespace Unpause.Analysis.Heap;

/// <summary>Objects of one type that are retained over the same types, by shortest ways from what is alive by itself.</summary>
[StructLayout(LayoutKind.Auto)]
internal struct HeapPath
{
    /// <summary>The path of their holders; −1 at a root.</summary>
    public int Parent;

    /// <summary>Their type; −1 at a root.</summary>
    public int Type;

    /// <summary>The number of the root at which it begins.</summary>
    public int Root;

    /// <summary>Steps from the root.</summary>
    public int Steps;

    /// <summary>The first of the paths that go on from here; −1 when none does.</summary>
    public int FirstChild;

    /// <summary>The next path from the same holders; −1 at the last.</summary>
    public int NextSibling;

    /// <summary>Objects, and their own size.</summary>
    public long Objects, Bytes;

    /// <summary>With everything that they retain by shortest paths.</summary>
    public long AllObjects, AllBytes;
}
