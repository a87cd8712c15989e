using System.Text.Json.Serialization;

namespace WebApp;

/// <summary>
/// The service's live data: organisations with their groups, and tasks with comments. It makes every full GC long.
/// </summary>
internal sealed class Store
{
    private const int Organisations = 8;
    private const int Persons = 60_000;
    private const int Groups = 6;
    private const int Tasks = 600_000;
    private const int Comments = 4;

    private readonly int[][][] _groups = new int[Organisations][][];
    private readonly WorkTask[] _tasks = new WorkTask[Tasks];

    /// <summary>Creates the same data each time.</summary>
    public Store()
    {
        var random = new Random(1);
        for (var i = 0; i < Organisations; i++)
        {
            _groups[i] = new int[Groups][];
            for (var g = 0; g < Groups; g++) _groups[i][g] = Group(random);
        }

        for (var i = 0; i < Tasks; i++)
        {
            _tasks[i] = new WorkTask(i, $"Task {i}", NewComments(i, random), i == 0 ? null : _tasks[random.Next(i)]);
        }
    }

    /// <summary>The members of each group of an organisation; groups overlap.</summary>
    public IReadOnlyList<int[]> GroupsOf(int organisation) => _groups[organisation % Organisations];

    /// <summary>A task.</summary>
    public WorkTask Task(int id) => _tasks[id % Tasks];

    /// <summary>Some hundreds of neighbouring tasks: a large document.</summary>
    public ArraySegment<WorkTask> Document(int id, int count) => new(_tasks, id % (Tasks - count), count);

    /// <summary>Adds a comment and removes the oldest, so that memory stays constant.</summary>
    public void Change(int id)
    {
        var task = Task(id);
        Comment[] comments = [.. task.Comments.Skip(1), new Comment(id % Persons, $"Comment on task {id} of {DateTime.UtcNow:O}", null)];
        _tasks[task.Id] = task with { Comments = comments };
    }

    private Comment[] NewComments(int task, Random random)
    {
        var comments = new Comment[Comments];
        for (var i = 0; i < Comments; i++)
        {
            var earlier = task == 0 ? null : _tasks[random.Next(task)].Comments[i];
            comments[i] = new Comment((task + i) % Persons, $"Comment {i} on task {task}: please look at this until Friday.", earlier);
        }

        return comments;
    }

    private static int[] Group(Random random)
    {
        var members = new int[Persons / 3];
        for (var i = 0; i < members.Length; i++) members[i] = random.Next(Persons);
        return members;
    }
}

/// <summary>A task with its comments, and another one that it follows from.</summary>
internal sealed record WorkTask(int Id, string Title, IReadOnlyList<Comment> Comments, [property: JsonIgnore] WorkTask? Origin);

/// <summary>A comment, possibly on an earlier one: references across the whole heap, as in a real application.</summary>
internal sealed record Comment(int Author, string Text, [property: JsonIgnore] Comment? Earlier);
