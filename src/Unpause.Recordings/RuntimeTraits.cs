namespace Unpause.Recordings;

/// <summary>
/// What the rooms behind the readers know of a runtime: its name, and the names and the order of what its GC
/// records. A recording carries it (<see cref="Source.Traits"/>), so no code has to check which runtime it is.
/// </summary>
public sealed class RuntimeTraits
{
    private readonly string? _oneOf;
    private readonly string? _allOf;
    private readonly IReadOnlyList<HeapSpace> _spaces = [];
    private int[]? _orders;

    /// <summary>Describes a runtime.</summary>
    /// <param name="id">Its name in the contract: <c>dotnet</c>.</param>
    /// <param name="name">Its name as people write it: <c>.NET</c>.</param>
    internal RuntimeTraits(string id, string name) => (Id, Name) = (id, name);

    /// <summary>Its name in the contract: <c>dotnet</c>.</summary>
    public string Id { get; }

    /// <summary>Its name as people write it: <c>.NET</c>.</summary>
    public string Name { get; }

    /// <summary>One of it in a sentence: <c>a JVM</c>.</summary>
    public string OneOf
    {
        get => _oneOf ?? Name;
        init => _oneOf = value;
    }

    /// <summary>All of it in a sentence: <c>JVMs</c>.</summary>
    public string AllOf
    {
        get => _allOf ?? Name;
        init => _allOf = value;
    }

    /// <summary>
    /// The languages whose tracing libraries run in it, as OpenTelemetry names them (<c>telemetry.sdk.language</c>); empty where unknown.
    /// </summary>
    internal IReadOnlyList<string> Languages { get; init; } = [];

    /// <summary>
    /// Words, one of which is in the name that the runtime gives itself (<c>process.runtime.name</c>), in lower case; empty where unknown.
    /// </summary>
    internal IReadOnlyList<string> OwnNames { get; init; } = [];

    /// <summary>The names of its generations in the contract, the youngest first; empty where it has none.</summary>
    public IReadOnlyList<string> Generations { get; init; } = [];

    /// <summary>The parts of its heap whose sizes its collections report; empty where they report none.</summary>
    /// <exception cref="ArgumentException">There are more than <see cref="CollectionFacts.MostSpaces"/>, or
    /// their indexes are not their places.</exception>
    public IReadOnlyList<HeapSpace> Spaces
    {
        get => _spaces;
        init
        {
            if (value.Count > CollectionFacts.MostSpaces)
            {
                throw new ArgumentException($"{Id} has {value.Count} spaces, but a row has room for {CollectionFacts.MostSpaces}");
            }

            for (var place = 0; place < value.Count; place++)
            {
                if (value[place].Index != place)
                {
                    throw new ArgumentException($"{Id}: the space {value[place].Name} has the "
                        + $"index {value[place].Index}, but is at {place}");
                }
            }

            _spaces = value;
        }
    }

    /// <summary>What it stops programs for; empty where its own words are plain.</summary>
    public IReadOnlyList<Words.StopReason> StopReasons { get; init; } = [];

    /// <summary>The runtime's own term for the time until all threads are stopped: <c>time to safepoint</c>.</summary>
    public string TimeToStop { get; init; } = "time to stop";

    /// <summary>What code calls to induce a collection, with what else asks for one; null where nothing can.</summary>
    public string? InducingCall { get; init; }

    /// <summary>Words by which people select its processes, in lower case.</summary>
    public IReadOnlyList<string> CommonNames { get; init; } = [];

    /// <summary>Whether a pause as the GC reports it includes the time until all threads are stopped.</summary>
    public bool PausesHoldHalting { get; init; } = true;

    /// <summary>Whether a process described by a tracing library runs in it; null when its attributes do not show it.</summary>
    /// <param name="language">As in <c>telemetry.sdk.language</c>; null when missing.</param>
    /// <param name="ownName">As in <c>process.runtime.name</c>; null when missing.</param>
    public bool? Runs(string? language, string? ownName) => Runtimes.Runs(this, language, ownName);

    /// <summary>Why the runtime stopped the application; null where no row of <see cref="StopReasons"/> matches.</summary>
    /// <param name="operation">In the runtime's words.</param>
    public Words.StopReason? ReasonOf(string operation)
    {
        foreach (var reason in StopReasons)
        {
            if (operation.StartsWith(reason.Start, StringComparison.Ordinal)) return reason;
        }

        return null;
    }

    /// <summary>A generation's position in a table: the youngest first, unknown ones last.</summary>
    public int Order(string? generation)
    {
        for (var place = 0; place < Generations.Count; place++)
        {
            if (Generations[place] == generation) return place;
        }

        return Generations.Count;
    }

    /// <summary>
    /// Whether a collection collects a part of the heap: a blocking one its own generation and the younger ones, a background one
    /// only its own. One without a recorded generation counts as of the youngest.
    /// </summary>
    public bool Collects(Collection collection, HeapSpace space)
    {
        var own = Order(collection.Generation) is var known && known < Generations.Count ? known : 0;
        _orders ??= [.. _spaces.Select(each => Order(each.Generation))];
        var needed = _orders[space.Index];
        return collection.Kind == CollectionKind.Background ? needed == own : needed <= own;
    }
}

/// <summary>
/// A part of a runtime's heap whose sizes collections report (<see cref="CollectionFacts"/>). Each runtime has
/// its own (<see cref="RuntimeTraits.Spaces"/>).
/// </summary>
/// <param name="Index">Its index among the runtime's spaces, from 0 on.</param>
/// <param name="Name">Its name in the contract: <c>large</c>.</param>
/// <param name="Label">How it is called in tables: <c>large objects</c>.</param>
/// <param name="Generation">The youngest generation whose collections collect it; a background
/// collection collects only the spaces of its own.</param>
public sealed record HeapSpace(int Index, string Name, string Label, string Generation);
