namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>What a collector processes besides strong references.</summary>
internal enum ReferenceKind
{
    /// <summary><c>SoftReference</c>.</summary>
    Soft,

    /// <summary><c>WeakReference</c>.</summary>
    Weak,

    /// <summary>Objects whose class has <c>finalize()</c>.</summary>
    Final,

    /// <summary><c>PhantomReference</c>, including <c>Cleaner</c>.</summary>
    Phantom,

    /// <summary>One of the first two, if the recording doesn't distinguish them.</summary>
    SoftOrWeak,

    /// <summary>The table of interned strings.</summary>
    Strings,
}
