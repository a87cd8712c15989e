namespace Unpause.Diagnosis.Jvm;

/// <summary>What a collector looks at apart from strong references.</summary>
internal enum ReferenceKind
{
    /// <summary><c>SoftReference</c>.</summary>
    Soft,

    /// <summary><c>WeakReference</c>.</summary>
    Weak,

    /// <summary>Objects whose class has <c>finalize()</c>.</summary>
    Final,

    /// <summary><c>PhantomReference</c>, and so <c>Cleaner</c>.</summary>
    Phantom,

    /// <summary>One of the first two, where the recording doesn't tell which.</summary>
    SoftOrWeak,

    /// <summary>The table of interned strings.</summary>
    Strings,
}
