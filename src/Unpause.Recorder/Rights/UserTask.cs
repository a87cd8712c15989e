namespace Unpause.Recorder.Rights;

/// <summary>Tasks of a <see cref="UserHelper"/>: the first number of struct task in helper/helper.c.</summary>
internal enum UserTask
{
    /// <summary>Switch to a user: its id, its group, the number of supplementary groups, and these, four bytes each.</summary>
    Become = 1,

    /// <summary>openat2(2).</summary>
    Open,

    /// <summary>Open the regular file of an O_PATH descriptor.</summary>
    Reopen,

    /// <summary>mkdirat(2).</summary>
    MakeFolder,

    /// <summary>unlinkat(2).</summary>
    Remove,

    /// <summary>statx(2).</summary>
    Look,

    /// <summary>getdents64(2), from the first entry on if the flags are not 0.</summary>
    List,

    /// <summary>fstatfs(2).</summary>
    Room,

    /// <summary>Whether files can be created in a folder.</summary>
    MayWrite,

    /// <summary>connect(2) to an O_PATH descriptor; the socket is the second descriptor.</summary>
    Connect,

    /// <summary>pread(2): the mode is the number of bytes, the last number the offset.</summary>
    ReadAt,

    /// <summary>pwrite(2) of the text; the last number is the offset.</summary>
    WriteAt,
}
