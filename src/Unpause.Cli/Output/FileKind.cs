namespace Unpause.Cli.Output;

/// <summary>The type of a directory entry.</summary>
internal enum FileKind
{
    /// <summary>A file with content of its own.</summary>
    Regular,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A symbolic link.</summary>
    Link,

    /// <summary>A pipe, device or socket.</summary>
    Other,
}
