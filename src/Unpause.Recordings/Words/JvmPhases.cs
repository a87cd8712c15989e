namespace Unpause.Recordings.Words;

/// <summary>Names of phases (<see cref="Phase.Name"/>) that rules use.</summary>
public static class JvmPhases
{
    public const string ObjectCopy = "Object Copy";

    /// <summary>Remembered sets are merged (JDK 14 and later).</summary>
    public const string MergeHeapRoots = "Merge Heap Roots";

    /// <summary>What remembered sets name is scanned (JDK 14 and later).</summary>
    public const string ScanHeapRoots = "Scan Heap Roots";

    /// <summary>Remembered sets are brought up to date (up to JDK 13).</summary>
    public const string UpdateRememberedSets = "Update RS";

    /// <summary>Soft, weak, final and phantom references are cleared or kept (JDK 9 and later).</summary>
    public const string ReferenceProcessing = "Reference Processing";

    /// <summary>Unreachable interned strings are removed (JDK 15 and later), over workers and without its unit.</summary>
    public const string StringTable = "StringTable Weak";

    /// <summary>All references in G1's remark (JDK 7 and 8).</summary>
    public const string RemarkReferences = "GC ref-proc";

    /// <summary>All references in CMS's remark.</summary>
    public const string CmsReferences = "weak refs processing";

    /// <summary>Soft references (JDK 6 to 8, PrintReferenceGC).</summary>
    public const string SoftReferences = "SoftReference";

    /// <summary>Weak references (JDK 6 to 8, PrintReferenceGC).</summary>
    public const string WeakReferences = "WeakReference";

    /// <summary>Objects with finalize() (JDK 6 to 8, PrintReferenceGC).</summary>
    public const string FinalReferences = "FinalReference";

    /// <summary>Phantom references (JDK 6 to 8, PrintReferenceGC).</summary>
    public const string PhantomReferences = "PhantomReference";

    /// <summary>Weak references of native code (JDK 6 to 8, PrintReferenceGC).</summary>
    public const string NativeReferences = "JNI Weak Reference";

    /// <summary>The pause in which a cycle of CMS begins to mark (JDK 5 to 8).</summary>
    public const string CmsInitialMark = "CMS-initial-mark";
}
