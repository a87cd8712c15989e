using System.Reflection;
using System.Runtime.CompilerServices;
using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Tests.House;

/// <summary>Nobody can change a recording that is built: neither by the types' surface nor through what a reader still holds.</summary>
public class SealedRecordingTests
{
    private const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Type[] Changeable =
    [
        typeof(ChunkedList<>), typeof(List<>), typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(HashSet<>), typeof(Queue<>),
        typeof(Stack<>),
        typeof(ICollection<>), typeof(IList<>), typeof(IDictionary<,>), typeof(ISet<>), typeof(Span<>), typeof(Memory<>),
    ];

    public static TheoryData<Type> Values => [.. ValueTypes];

    /// <summary>Rooms of the same assembly, which work on recordings.</summary>
    private static readonly string[] OtherRooms = ["Loading", "Readers", "Cycles", "PythonHeaps", "Histograms", "Secrets"];

    private static IEnumerable<Type> ValueTypes =>
        typeof(Recording).Assembly.GetTypes().Where(type =>
            (type.Namespace + ".").StartsWith(typeof(Recording).Namespace + ".", StringComparison.Ordinal)
            && !OtherRooms.Any(room => (type.Namespace + ".").StartsWith($"Unpause.Recordings.{room}.", StringComparison.Ordinal))
            && type is { IsEnum: false, IsNestedPrivate: false }
            && !type.Name.EndsWith("Builder", StringComparison.Ordinal)
            && !type.IsDefined(typeof(CompilerGeneratedAttribute)));

    [Fact]
    public void ValueTypes_Search_FindsTheKnownOnes()
    {
        var names = ValueTypes.Select(type => type.Name).ToList();
        Assert.Superset(
            new HashSet<string>
            {
                "Recording", "Collection", "Coverage", "Source", "PhaseList", "CollectionFacts", "RecordedRequests", "Pause", "Column`1"
            }, names.ToHashSet());
    }

    [Theory]
    [MemberData(nameof(Values))]
    public void ValueType_Properties_CannotBeChanged(Type type)
    {
        foreach (var property in type.GetProperties(Declared))
        {
            if (property.SetMethod is { IsPrivate: false } setter)
            {
                Assert.True(
                    setter.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)),
                    $"{type}.{property.Name} can be set");
            }
        }

        foreach (var field in type.GetFields(Declared).Where(field => !field.IsPrivate))
        {
            Assert.True(field.IsInitOnly || field.IsLiteral, $"{type}.{field.Name} can be set");
            Assert.False(CanBeChanged(field.FieldType), $"{type}.{field.Name} can be changed");
        }

        foreach (var method in type.GetMethods(Declared).Where(method => !method.IsPrivate))
        {
            var result = method.ReturnParameter;
            var readOnlyReference = result.GetRequiredCustomModifiers().Contains(typeof(System.Runtime.InteropServices.InAttribute));
            Assert.False(result.ParameterType.IsByRef && !readOnlyReference, $"{type}.{method.Name} gives a place that can be written");
            Assert.False(CanBeChanged(result.ParameterType), $"{type}.{method.Name} gives what can be changed");
        }
    }

    [Fact]
    public void Builder_AfterBuild_RefusesEveryChange()
    {
        var builder = Recorded.Begun(1000, (0, 10));
        var collection = builder.Edit(0);
        collection.HeapAfterBytes = 7;
        var recording = builder.Build();
        Assert.Throws<InvalidOperationException>(() => collection.HeapAfterBytes = 8);
        Assert.Throws<InvalidOperationException>(() => builder.Edit(0));
        Assert.Throws<InvalidOperationException>(() => builder.Pauses.Add(default));
        Assert.Throws<InvalidOperationException>(() => builder.Phases.Add(new Phase(0, "mark", 1)));
        Assert.Throws<InvalidOperationException>(() => builder.Facts);
        Assert.Throws<InvalidOperationException>(builder.Build);
        builder.Source.Command = "later";
        builder.Source.Settings["later"] = "1";
        builder.Coverage.Add("later");
        builder.DurationNanoseconds = 1;
        Assert.Equal(7, recording.Collections[0].HeapAfterBytes);
        Assert.Null(recording.Source.Command);
        Assert.Empty(recording.Source.Settings);
        Assert.Empty(recording.Coverage.Notes);
        Assert.Equal(1000 * Recorded.Millisecond, recording.DurationNanoseconds);
    }

    [Fact]
    public void Observation_Complete_MakesANewRecordingThatSharesColumns()
    {
        var recording = Recorded.With(1000, (0, 10));
        var completed = new Observation(42, "25", null, "java App", 1 << 20, 2_000_000_000).Complete(recording);
        Assert.Null(recording.Source.ProcessId);
        Assert.Equal(
            (42, "25", "java App", 1L << 20, 2_000_000_000L),
            (
                completed.Source.ProcessId,
                completed.Source.RuntimeVersion,
                completed.Source.Command,
                completed.HeapMaximumBytes,
                completed.DurationNanoseconds));
        Assert.Same(recording.Pauses, completed.Pauses);
        Assert.Same(recording.Collections, completed.Collections);
        Assert.NotEqual(recording, completed);
    }

    [Fact]
    public void CollectionFacts_EnumMembers_HaveAPlaceInTheRow()
    {
        var places = Enum.GetValues<CollectionFact>().Select(CollectionFacts.Index)
            .Concat(Enumerable.Range(0, CollectionFacts.MostSpaces).Select(index => new HeapSpace(index, "part", "part", "gen"))
                .SelectMany(space => Enum.GetValues<SpaceFact>().Select(fact => CollectionFacts.Index(space, fact))));
        Assert.Equal(Enumerable.Range(0, CollectionFacts.Width), places.Order());
        Assert.True(CollectionFacts.Width <= CollectionFacts.MaskBytes * 8, "a row's mask has a bit for each number");
    }

    private static bool CanBeChanged(Type type)
    {
        if (type.IsByRef) type = type.GetElementType()!;
        if (type.IsArray) return true;
        return type.IsGenericType && Changeable.Contains(type.GetGenericTypeDefinition());
    }
}
