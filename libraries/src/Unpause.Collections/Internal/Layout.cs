namespace Unpause.Collections;

/// <summary>Where a table's buckets and entries lie; changes only when storage does.</summary>
internal enum Layout : byte
{
    /// <summary>There is no table yet.</summary>
    None,
    InOne,
    InMany,

    /// <summary>Beyond 8,192 chunks, where directories have a second part; and while storage is being changed.</summary>
    Anywhere,
}
