namespace Unpause.Cli.Labs;

/// <summary>An incident as a program with modes: the bug first, then its fixes, all under the same load.</summary>
internal abstract class Lab
{
    /// <summary>The word after <c>unpause lab</c>, and the folder's name in <c>labs/</c>.</summary>
    public abstract string Name { get; }

    /// <summary>What the help says of it, with what it needs.</summary>
    public abstract string Description { get; }

    /// <summary>What went wrong in the incident: the sentence above the tables.</summary>
    public abstract string Headline { get; }

    /// <summary>The modes as the program calls them.</summary>
    public abstract IReadOnlyList<string> Modes { get; }

    /// <summary>How it is run when the user doesn't say.</summary>
    public abstract LabLoad Defaults { get; }

    /// <summary>Rows of the side-by-side table beyond those that every lab has.</summary>
    public virtual IReadOnlyList<LabRow> Rows => [];

    /// <summary>What each of several fixes brings alone; null where the lab doesn't divide its gain.</summary>
    public virtual LabShares? Shares => null;

    /// <summary>Finds or builds what is run.</summary>
    /// <param name="folder">The lab's files that this build carries; removed when the lab ends.</param>
    /// <returns>What makes a run and reads it; null when the user interrupted it. The program leaves <c>requests.csv</c> in the run's
    /// folder: what the client measured, and the process that answered.</returns>
    /// <exception cref="UserMistake">Something is missing; the message says what to install.</exception>
    public abstract Func<LabTask, LabRun?> Prepare(LabFolder folder);
}
