namespace Unpause.Recordings.Words;

/// <summary>The facts of single collections that are the same in all runtimes (<see cref="Collection.Marks"/>).</summary>
public static class CommonMarks
{
    /// <summary>It moved objects together, rather than listing the free space between them.</summary>
    public const string Compacting = "compacting";
}
