namespace Unpause.Recordings;

/// <summary>Whether a collection works while the application is stopped, or mostly beside it.</summary>
public enum CollectionKind
{
    /// <summary>The whole collection is one pause.</summary>
    Blocking,

    /// <summary>Concurrent with the application, with zero or more short pauses.</summary>
    Background,
}
