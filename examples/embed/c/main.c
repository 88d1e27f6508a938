/* compile IN.rigy.yaml OUT.glb: files are read by this program, not by the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rigy/rigy.h>

/* The folder of the document, and the file that was read last. */
typedef struct {
  char folder[1024];
  char* data;
} disk;

static int read_file(void* context, const char* path, const void** data, size_t* size) {
  disk* files = context;
  char whole[4096];
  snprintf(whole, sizeof whole, "%s%s", files->folder, path);
  FILE* file = fopen(whole, "rb");
  if (file == NULL) return RIGY_FILE_NOT_FOUND;
  long length = -1;
  if (fseek(file, 0, SEEK_END) == 0) length = ftell(file);
  rewind(file);
  free(files->data);
  files->data = length < 0 ? NULL : malloc((size_t)length + 1);
  const int is_read =
      files->data != NULL && fread(files->data, 1, (size_t)length, file) == (size_t)length;
  fclose(file);
  if (!is_read) return RIGY_FILE_UNREADABLE;
  *data = files->data;
  *size = (size_t)length;
  return RIGY_FILE_OK;
}

/* Splits the path into the folder, which may be empty, and the name. */
static const char* split(const char* path, disk* files) {
  const char* slash = strrchr(path, '/');
  const size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
  if (length >= sizeof files->folder) return NULL;
  memcpy(files->folder, path, length);
  return path + length;
}

static int write_glb(const rigy_result* result, const char* path) {
  size_t size = 0;
  const unsigned char* glb = rigy_result_glb(result, &size);
  FILE* file = fopen(path, "wb");
  if (file == NULL) return 0;
  const size_t written = fwrite(glb, 1, size, file);
  return fclose(file) == 0 && written == size;
}

static void complain(const char* entry, const rigy_result* result) {
  if (result != NULL) {
    fputs(rigy_result_diagnostics(result, NULL), stderr);
    return;
  }
  const char* error = rigy_argument_error(entry, NULL, 0, NULL);
  fprintf(stderr, "%s\n", error == NULL ? "out of memory" : error);
}

int main(int argc, char** argv) {
  disk files = {"", NULL};
  const char* entry = argc == 3 ? split(argv[1], &files) : NULL;
  if (entry == NULL) {
    fprintf(stderr, "usage: compile IN.rigy.yaml OUT.glb (rigy %s)\n", rigy_version());
    return 2;
  }
  rigy_result* result = rigy_compile_with_reader(entry, read_file, &files, NULL);
  int status = 0;
  if (!rigy_result_ok(result)) {
    complain(entry, result);
    status = 1;
  } else if (!write_glb(result, argv[2])) {
    perror(argv[2]);
    status = 3;
  }
  rigy_result_free(result);
  free(files.data);
  return status;
}
